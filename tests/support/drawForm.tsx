import { act, fireEvent, render, screen, within } from './react.tsx'
import type { ComponentProps } from 'react'
import { vi } from 'vitest'
import { lowerFormSchema } from '../../codegen/compiler/forms/formSchema.ts'
import { lowerUiSchema } from '../../codegen/compiler/forms/uiSchema.ts'
import type { FormDef, FormRule, Json, Shape } from '../../src/engine/language/expressions/program.ts'
import { ViewContext, type View } from '../../src/engine/renderer/host.ts'
import { createForm } from '../../src/engine/state/forms/forms.ts'
import Form from '../../src/engine/widgets/Form/Form.tsx'
import { validatorsOf } from './forms.ts'

export const object = (properties: Record<string, Shape>, required: string[] = [], more: Shape = {}): Shape => ({
  type: 'object',
  properties,
  required,
  ...more,
})
export const text = (title: string, more: Shape = {}): Shape => ({ type: 'string', title, ...more })

/** A form of this schema, lowered as the compiler does it. */
export function setUp(
  schema: Shape,
  uiSchema: Record<string, Json> = {},
  { rules = [], ...props }: Partial<ComponentProps<typeof Form>> & { rules?: FormRule[] } = {},
) {
  const def: FormDef = { schema: lowerFormSchema(schema, uiSchema), uiSchema: lowerUiSchema(schema, uiSchema), rules }
  const state = createForm(def, validatorsOf(def))
  const view = { screen: { form: () => state, screen: { id: 'test' } } } as unknown as View
  const onSubmit = vi.fn()
  const drawn = render(
    <ViewContext value={view}>
      <Form form="it" submitLabel="Send" onSubmit={onSubmit} {...props} />
    </ViewContext>,
  )
  return { ...drawn, state, onSubmit }
}
export const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))
export const press = (name: string | RegExp, at: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(at).getByRole('button', { name })))
export const box = (name: string, at: HTMLElement = document.body) =>
  within(at).getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\(|$)`), { selector: 'input, textarea' })
export const type = (name: string, value: string, at?: HTMLElement) =>
  fireEvent.change(box(name, at), { target: { value } })
export const sent = (onSubmit: ReturnType<typeof vi.fn>): unknown => onSubmit.mock.calls.at(-1)?.[0]
