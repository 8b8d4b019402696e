import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../../src/engine/language/forms/schemaFormats.ts'

/** Later than any moment of this millennium: a time beyond it is in milliseconds. */
const MAX_UNIX_SECONDS = 100_000_000_000

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false })
for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
ajv.addFormat('uri-reference', formats.url ?? true)
ajv.addFormat('binary', true)
ajv.addFormat('unix-seconds', { type: 'number', validate: (value) => value >= 0 && value < MAX_UNIX_SECONDS })
interface OpenApi {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, Media> } }>>
}
interface Parameter {
  name?: string
  required?: boolean
}
interface Media {
  schema: { required?: string[] }
}
const documentOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../src/generated/${name}.json`, import.meta.url), 'utf8'))
const openapi = documentOf('openapi') as OpenApi
ajv.addSchema(openapi, 'openapi')
ajv.addSchema(documentOf('asyncapi') as object, 'asyncapi')

/** The required fields of a call's payload. */
export function requiredFields(call: string, method: string): readonly string[] {
  const { parameters = [], requestBody } = openapi.paths[`/${call}`]?.[method.toLowerCase()] ?? {}
  if (requestBody) return Object.values(requestBody.content)[0]?.schema.required ?? []
  return parameters.flatMap(({ name, required }) => (required === true && name !== undefined ? [name] : []))
}

const compiled = new Map<string, ValidateFunction>()

/** The errors of a value against a schema of the generated documents: "openapi#/components/schemas/User". */
export function errorsAt(schema: string, value: unknown): ErrorObject[] {
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = ajv.compile({ $ref: schema })))
  return validate(value) ? [] : withoutOtherBranches(validate.errors ?? [])
}

/** The schema of the data of a call's reply. */
export function dataSchema(call: string, method: string): string {
  const path = `/${call}`.replaceAll('~', '~0').replaceAll('/', '~1')
  return `openapi#/paths/${path}/${method.toLowerCase()}/responses/200/content/application~1json/schema/oneOf/0/properties/data`
}

export const refusalSchema = (code: string): string => `openapi#/components/schemas/refusal.${code}`
export const messageSchema = (message: string): string => `asyncapi#/channels/live/messages/${message}/payload`

/** A value that may be null has the errors of its schema and of null; and `oneOf` says nothing beside them. */
function withoutOtherBranches(errors: ErrorObject[]): ErrorObject[] {
  const rest = errors.filter(
    ({ keyword, params }) =>
      keyword !== 'oneOf' && keyword !== 'pattern' && !(keyword === 'type' && params.type === 'null'),
  )
  return rest.length > 0 ? rest : errors
}
