import { fireEvent, render, screen } from './react.tsx'
import type { ComponentProps } from 'react'
import type { Json, Shape } from '../../src/engine/language/expressions/program.ts'
import { ViewContext, type View } from '../../src/engine/renderer/host.ts'
import { createForm } from '../../src/engine/state/forms/forms.ts'
import { get } from '../../src/engine/state/store.ts'
import Form from '../../src/engine/widgets/Form/Form.tsx'
import { formOf, validatorsOf } from './forms.ts'

/** One field of that kind, in a form; `value()` is the form's value. */
export function draw(
  widget: string,
  {
    schema = { type: 'string' },
    options,
    ...props
  }: { schema?: Shape; options?: Record<string, Json> } & Partial<ComponentProps<typeof Form>> = {},
) {
  const def = formOf([{ name: 'it', widget, label: 'Field', schema, ...(options && { options }) }])
  const state = createForm(def, validatorsOf(def))
  const view = { screen: { form: () => state, screen: { id: 'test' } } } as unknown as View
  render(
    <ViewContext value={view}>
      <Form form="it" submitLabel="Send" {...props} />
    </ViewContext>,
  )
  const field = state.field('it')
  if (!field) throw new Error('no field')
  return { field, value: () => get(field.value) }
}
export const input = () => screen.getByLabelText<HTMLInputElement>('Field', { selector: 'input, textarea' })
export const type = (text: string) => fireEvent.change(input(), { target: { value: text } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
