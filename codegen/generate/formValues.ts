import { readForms, type FormFile } from './lib/contract.ts'
import type { Files } from './lib/files.ts'
import type { Schema } from './lib/schema.ts'
import { closed, TypeFile } from './lib/types.ts'

/** The values that a form submits, as one schema: an empty field is absent. */
const formSchemaOf = ({ fields }: FormFile): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
})

/** Types of the values that each form submits. */
export default async function generate(root: string): Promise<Files> {
  const types = new TypeFile()
  const forms = readForms(root).map((form) => [form.id, types.read(formSchemaOf(form), form.file)])
  types.add('FormValues', { description: 'The values that each form submits, by its id.', ...closed(Object.fromEntries(forms)) })
  return new Map([['src/generated/formValues.ts', await types.write()]])
}
