import { checkDialect, type Schema } from './lib/schema.ts'
import { HEADER, literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { TypeWriter } from './lib/typescript.ts'

type Catalogue = Record<string, { message: string; params: Record<string, Schema> }>

function read(root: string, file: string): Catalogue {
  const found = readJson(root, file) as Catalogue
  for (const [code, { message, params }] of Object.entries(found)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(code)) throw new SchemaError(file, code, 'a code is camelCase')
    if (typeof message !== 'string' || message === '') throw new SchemaError(file, code, 'has no message')
    for (const [name, schema] of Object.entries(params)) checkDialect(schema, file, `${code}/params/${name}`)
    for (const [, name] of message.matchAll(/\{\{(\w+)\}\}/g)) {
      if (!Object.hasOwn(params, name ?? '')) throw new SchemaError(file, code, `the message names {{${name}}}, which is no parameter`)
    }
  }
  return found
}

const union = (found: Catalogue) => Object.keys(found).map((code) => `\n  | ${literal(code)}`).join('')
const messages = (found: Catalogue) => Object.entries(found).map(([code, { message }]) => `  ${code}: ${literal(message)},\n`).join('')

/** Codes of refusals and successes, the parameters of each and the server's own words. */
export default function generate(root: string): Files {
  const errors = read(root, 'schemas/errors.json')
  const successes = read(root, 'schemas/successes.json')
  const writer = new TypeWriter('schemas/errors.json')
  const params = Object.entries(errors).map(([code, { params }]) => {
    const members = Object.entries(params).map(([name, schema]) => `${name}: ${writer.type(schema)}`)
    return `  ${code}: ${members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`}\n`
  })
  return new Map([
    [
      'src/generated/errors.ts',
      `${HEADER}
export type ErrorCode =${union(errors)}

export type SuccessCode =${union(successes)}

/** What each refusal tells beside its code. */
export interface ErrorParams {
${params.join('')}}

/** The server's own words; {{name}} stands for a parameter. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = {
${messages(errors)}}

export const successMessages: Readonly<Record<SuccessCode, string>> = {
${messages(successes)}}
`,
    ],
  ])
}
