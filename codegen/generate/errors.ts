import { checkDialect, type Schema } from './lib/schema.ts'
import { literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { closed, TypeFile } from './lib/types.ts'

type Catalogue = Record<string, { params: Record<string, Schema>; unreachable?: string }>

const KEYS = ['params', 'unreachable']

function read(root: string, file: string): Catalogue {
  const catalogue = readJson(root, file) as Catalogue
  for (const [code, about] of Object.entries(catalogue)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(code)) throw new SchemaError(file, code, 'a code is camelCase')
    for (const key of Object.keys(about))
      if (!KEYS.includes(key)) throw new SchemaError(file, `${code}/${key}`, 'no code has this: its text is in locales')
    for (const [name, schema] of Object.entries(about.params)) checkDialect(schema, file, `${code}/params/${name}`)
  }
  return catalogue
}

/** Names of the parameters that are times. */
const timesOf = (catalogue: Catalogue): string[] =>
  [
    ...new Set(
      Object.values(catalogue).flatMap(({ params }) =>
        Object.entries(params).flatMap(([name, { format }]) => (format === 'unix-seconds' ? [name] : [])),
      ),
    ),
  ].toSorted()

const union = (catalogue: Catalogue) =>
  Object.keys(catalogue)
    .map((code) => `\n  | ${literal(code)}`)
    .join('')

/** Codes of refusals and successes, and the parameters of each. */
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

export const ERROR_CODES: ReadonlySet<string> = new Set([
${Object.keys(errors)
  .map((code) => `  ${literal(code)},\n`)
  .join('')}] satisfies ErrorCode[])

/** Parameters of refusals that are Unix seconds. */
export const TIME_PARAMETERS: ReadonlySet<string> = new Set([${timesOf(errors).map(literal).join(', ')}])
`,
    ],
  ])
}
