import type { FormDef, Shape } from '../../../src/core/program.ts'
import type { View } from '../../../src/renderer/host.ts'
import { createForm, type Form } from '../../../src/state/forms.ts'

/** A form of schemas/forms as its author writes it. Its rules need the compiler, so a story goes without them. */
interface Source {
  id: string
  fields: (Omit<FormDef['fields'][number], 'shape'> & { schema: Shape })[]
}

const sources = import.meta.glob<Source>('../../../schemas/forms/*.json', { eager: true, import: 'default' })
const samples = import.meta.glob<Record<string, FormDef>>('../../../src/widgets/*/*.forms.json', { eager: true, import: 'default' })

const defs = new Map<string, FormDef>(Object.values(samples).flatMap((forms) => Object.entries(forms)))
for (const { id, fields } of Object.values(sources)) defs.set(id, { fields: fields.map(({ schema, ...field }) => ({ ...field, shape: schema })), rules: [] })

/** The screen that a story's widgets stand on: it has every form of the project and of the widgets' own samples, freshly empty. */
export function storyView(): View {
  const forms = new Map<string, Form>()
  const form = (id: string) => {
    const def = defs.get(id)
    const made = forms.get(id) ?? (def ? createForm(def) : null)
    if (made) forms.set(id, made)
    return made
  }
  return { screen: { form } } as unknown as View
}
