import type { FormDef, Node } from '../../../src/engine/language/expressions/program.ts'

/** The measured form: text fields, every second one required, and a rule between two. */
export const FIELDS = 15
export const fields = Array.from({ length: FIELDS }, (_, i) => ({
  name: `field${i}`,
  label: `label${i}`,
  hint: 'hint',
  required: i % 2 === 0,
  schema: { type: 'string', title: `label${i}`, minLength: 3, maxLength: 40 } as const,
}))
export const form: FormDef = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
  },
  uiSchema: Object.fromEntries(fields.map(({ name, hint }) => [name, { 'ui:help': hint }])),
  rules: [{ check: ['!=', ['v', 'field1'], ['v', 'field2']], field: 'field2', message: 'different' }],
}
export const node: Node = {
  widget: 'Form',
  sourcePath: 'form',
  props: { form: 'bench' },
  exprs: { submitLabel: ['t', 'send'] },
  on: { submit: [] },
}
export const TEXTS: Record<string, string> = {
  send: 'Send',
  hint: 'At least three letters',
  different: 'Must differ',
  'form.optional': 'optional',
  'form.required': 'Required',
  'form.tooShort': 'Too short',
  'form.tooLong': 'Too long',
  'form.errors': 'Errors',
  ...Object.fromEntries(fields.map(({ label }) => [label, `Field ${label}`])),
}
/** The text of a key, in an app with one language. */
export const word = (key: string): string => TEXTS[key] ?? key
