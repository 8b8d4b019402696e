import type { Json } from '../../src/engine/language/expressions/program.ts'
import { valuesSchema } from '../compiler/forms/formSchema.ts'
import { readForms } from './lib/contract.ts'
import type { Files } from './lib/files.ts'
import { closed, TypeFile } from './lib/types.ts'

/** Types of the values that each form submits: an empty field is absent. */
export default async function generate(root: string): Promise<Files> {
  const types = new TypeFile()
  const forms = readForms(root).map((form) => [form.id, types.read(valuesSchema(form.schema as Json), form.file)])
  types.add('FormValues', {
    description: 'The values that each form submits, by its id.',
    ...closed(Object.fromEntries(forms)),
  })
  return new Map([['src/generated/formValues.ts', await types.write()]])
}
