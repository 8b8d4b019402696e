import { checkDialect, type Schema } from './lib/schema.ts'
import { literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { closed, TypeFile } from './lib/types.ts'

type Catalogue = Record<string, { message: string; params: Record<string, Schema> }>

function read(root: string, file: string): Catalogue {
  const catalogue = readJson(root, file) as Catalogue
  for (const [code, { message, params }] of Object.entries(catalogue)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(code)) throw new SchemaError(file, code, 'a code is camelCase')
    if (typeof message !== 'string' || message === '') throw new SchemaError(file, code, 'has no message')
    for (const [name, schema] of Object.entries(params)) checkDialect(schema, file, `${code}/params/${name}`)
    for (const [, name] of message.matchAll(/\{\{(\w+)\}\}/g)) {
      if (!Object.hasOwn(params, name ?? ''))
        throw new SchemaError(file, code, `the message names {{${name}}}, which is no parameter`)
    }
  }
  return catalogue
}

const union = (catalogue: Catalogue) =>
  Object.keys(catalogue)
    .map((code) => `\n  | ${literal(code)}`)
    .join('')
const messages = (catalogue: Catalogue) =>
  Object.entries(catalogue)
    .map(([code, { message }]) => `  ${code}: ${literal(message)},\n`)
    .join('')

/** Codes of refusals and successes, the parameters of each and the server's own words. */
export default async function generate(root: string): Promise<Files> {
  const errors = read(root, 'schemas/errors.json')
  const successes = read(root, 'schemas/successes.json')
  const types = new TypeFile()
  const params = Object.entries(errors).map(([code, { params }]) => [
    code,
    types.read(
      { type: 'object', properties: params, required: Object.keys(params), additionalProperties: false },
      'schemas/errors.json',
    ),
  ])
  types.add('ErrorParams', { description: 'Parameters of each refusal.', ...closed(Object.fromEntries(params)) })
  return new Map([
    [
      'src/generated/errors.ts',
      `${await types.write()}
export type ErrorCode =${union(errors)}

export type SuccessCode =${union(successes)}

/** Messages of the server; {{name}} is replaced by a parameter. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = {
${messages(errors)}}

export const successMessages: Readonly<Record<SuccessCode, string>> = {
${messages(successes)}}
`,
    ],
  ])
}
