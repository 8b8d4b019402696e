import { lowerFormSchema } from '../../../codegen/compiler/forms/formSchema.ts'
import { lowerUiSchema } from '../../../codegen/compiler/forms/uiSchema.ts'
import type { FormDef, Json } from '../../../src/engine/language/expressions/program.ts'
import type { View } from '../../../src/engine/renderer/host.ts'
import { createForm, type Form } from '../../../src/engine/state/forms/forms.ts'
import { validatorsOf } from '../../support/forms.ts'

/** A form in its source format. Its rules need the compiler, so a story has none. */
interface Source {
  schema: Json
  uiSchema?: Json
}

const sources = import.meta.glob<Source>('../../../schemas/forms/*.json', { eager: true, import: 'default' })
const samples = import.meta.glob<Record<string, Source>>('../../../src/engine/widgets/*/*.forms.json', {
  eager: true,
  import: 'default',
})

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')
const all = [
  ...Object.values(samples).flatMap((forms) => Object.entries(forms)),
  ...Object.entries(sources).map(([path, form]) => [idOf(path), form] as const),
]
const defs = new Map<string, FormDef>(
  all.map(([id, { schema, uiSchema }]) => [
    id,
    { schema: lowerFormSchema(schema, uiSchema), uiSchema: lowerUiSchema(schema, uiSchema), rules: [] },
  ]),
)

/** The screen around a story's widgets: it has every form of the project and of the widgets' own samples, in its initial state. */
export function storyView(): View {
  const forms = new Map<string, Form>()
  const form = (id: string) => {
    const def = defs.get(id)
    const storyForm = forms.get(id) ?? (def ? createForm(def, validatorsOf(def)) : null)
    if (storyForm) forms.set(id, storyForm)
    return storyForm
  }
  return { screen: { form } } as unknown as View
}
