import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _, type Ajv } from 'ajv'
import { formats } from '../../src/core/formats.ts'
import type { Json, Shape } from '../../src/core/program.ts'
import { USES } from './dialect.ts'

/**
 * The text of a CommonJS module with the validators of a form: of the whole schema, and of each sub-schema by which RJSF decides
 * a branch, each exported by the hash of its schema. Throws, with what ajv says, for a schema that it cannot compile.
 */
export function formValidatorsCode(schema: Shape): string {
  const recursive = recursiveDefinitions(schema)
  // The library's compiler follows references without end: it reads recursive definitions cut off, and ajv gets the whole schema too.
  const finite = recursive.size === 0 ? schema : withoutRecursion(schema, recursive)
  return compileSchemaValidatorsCode(finite as RJSFSchema, {
    ajvFormatOptions: false,
    extenderFn: (ajv) => {
      const extended = withDefinitions(withFormats(ajv), schema)
      return finite === schema ? extended : extended.addSchema({ ...schema, $id: hashForSchema(schema as RJSFSchema) })
    },
    ajvOptionsOverrides: {
      allErrors: true, verbose: false, messages: false, strict: false, ownProperties: true,
      meta: false, validateSchema: false,
      code: { lines: false, optimize: 2, formats: _`formats` },
      logger: { log: refuse, warn: refuse, error: refuse },
    },
  })
}

/** The formats of the schemas and no others: those of a use are any text. */
function withFormats(ajv: Ajv): Ajv {
  for (const name of Object.keys(ajv.formats)) delete ajv.formats[name]
  for (const name of Object.keys(USES)) ajv.addFormat(name, true)
  for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts)
  return ajv
}

/** RJSF takes a branch out of its schema, and ajv looks its references up within it: the definitions come with it. */
function withDefinitions(ajv: Ajv, { definitions }: Shape): Ajv {
  if (definitions === undefined) return ajv
  for (const [id, env] of Object.entries(ajv.schemas)) {
    const branch: unknown = env?.schema
    if (typeof branch !== 'object' || branch === null || Object.hasOwn(branch, 'definitions') || !JSON.stringify(branch).includes('"#/definitions/')) continue
    ajv.removeSchema(id)
    ajv.addSchema({ ...branch, definitions }, id)
  }
  return ajv
}

const refuse = (...said: unknown[]): never => {
  throw new Error(`The form has no valid schema: ${said.join(' ')}`)
}

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])
const isRecord = (value: Json | undefined): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)
const REFERENCE = '#/definitions/'
const CHOICES = ['if', 'oneOf', 'anyOf', 'dependencies']

/** The definitions that a schema refers to. */
function referencesIn(schema: Json | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) referencesIn(one, found)
  if (!isRecord(schema)) return found
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith(REFERENCE)) found.add(schema.$ref.slice(REFERENCE.length))
  for (const [keyword, held] of Object.entries(schema)) if (!DATA.has(keyword)) referencesIn(held, found)
  return found
}

/**
 * The definitions that contain themselves. Refuses conditions and alternatives within them: RJSF decides these by a validator for
 * each depth of the data, of which there is no end.
 */
function recursiveDefinitions({ definitions }: Shape): ReadonlySet<string> {
  const all = isRecord(definitions) ? definitions : {}
  const reached = new Map(Object.keys(all).map((name) => [name, referencesIn(all[name])]))
  for (const from of reached.values()) for (const name of from) for (const further of reached.get(name) ?? []) from.add(further)
  const recursive = new Set([...reached].flatMap(([name, found]) => (found.has(name) ? [name] : [])))
  for (const name of recursive) {
    for (const inner of [name, ...(reached.get(name) ?? [])]) if (hasChoice(all[inner])) refuse(`the definition "${name}" contains itself and a condition or alternatives`)
  }
  return recursive
}

function hasChoice(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(hasChoice)
  return isRecord(schema) && Object.entries(schema).some(([keyword, held]) => !DATA.has(keyword) && (CHOICES.includes(keyword) || hasChoice(held)))
}

/** The schema with the references to these definitions cut off within the definitions themselves. */
function withoutRecursion(schema: Shape, recursive: ReadonlySet<string>): Shape {
  const cut = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(cut)
    if (!isRecord(value)) return value
    if (typeof value.$ref === 'string' && recursive.has(value.$ref.slice(REFERENCE.length))) return {}
    return Object.fromEntries(Object.entries(value).map(([keyword, held]) => [keyword, DATA.has(keyword) ? held : cut(held)]))
  }
  const definitions = isRecord(schema.definitions) ? schema.definitions : {}
  return { ...schema, definitions: Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, recursive.has(name) ? cut(one) : one])) }
}
