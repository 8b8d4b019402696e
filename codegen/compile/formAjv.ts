import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _, type Ajv } from 'ajv'
import { formats } from '../../src/core/formats.ts'
import type { Json, Shape } from '../../src/core/program.ts'
import { USES } from './dialect.ts'
import { isSchema, subschemasOf, withSubschemas } from './subschemas.ts'

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

const REFERENCE = '#/definitions/'
/** Keywords with schemas that RJSF decides by a validator of each. */
const BRANCHES: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf'])
const CHOICES: ReadonlySet<string> = new Set([...BRANCHES, 'dependencies'])

/** The definitions that a schema refers to. */
function referencesIn(schema: Json | undefined, found: Set<string> = new Set()): Set<string> {
  if (!isSchema(schema)) return found
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith(REFERENCE)) found.add(schema.$ref.slice(REFERENCE.length))
  for (const [, subschema] of subschemasOf(schema)) referencesIn(subschema, found)
  return found
}

/** The definitions that conditions and alternatives refer to. */
function referencesInBranches(schema: Shape, found: Set<string> = new Set()): Set<string> {
  for (const [keyword, subschema] of subschemasOf(schema)) {
    if (BRANCHES.has(keyword)) referencesIn(subschema, found)
    else referencesInBranches(subschema, found)
  }
  return found
}

const hasChoice = (schema: Json | undefined): boolean => isSchema(schema) && subschemasOf(schema).some(([keyword, subschema]) => CHOICES.has(keyword) || hasChoice(subschema))

/**
 * The definitions that contain themselves. Refuses conditions and alternatives within them or that lead to them: RJSF decides these
 * by a validator for each depth of the data, of which there is no end.
 */
function recursiveDefinitions(schema: Shape): ReadonlySet<string> {
  const all = isSchema(schema.definitions) ? schema.definitions : {}
  const reached = new Map(Object.keys(all).map((name) => [name, referencesIn(all[name])]))
  for (const from of reached.values()) for (const name of from) for (const further of reached.get(name) ?? []) from.add(further)
  const recursive = new Set([...reached].flatMap(([name, found]) => (found.has(name) ? [name] : [])))
  if (recursive.size === 0) return recursive
  for (const name of recursive) {
    for (const inner of [name, ...(reached.get(name) ?? [])]) if (hasChoice(all[inner])) refuse(`the definition "${name}" contains itself and a condition or alternatives`)
  }
  for (const name of referencesInBranches(schema)) {
    const within = [name, ...(reached.get(name) ?? [])].find((one) => recursive.has(one))
    if (within !== undefined) refuse(`a condition or alternatives refer to the definition "${within}", which contains itself`)
  }
  return recursive
}

/** The schema with the references to these definitions cut off within the definitions themselves. */
function withoutRecursion(schema: Shape, recursive: ReadonlySet<string>): Shape {
  const cut = (within: Record<string, Json>): Json => (typeof within.$ref === 'string' && recursive.has(within.$ref.slice(REFERENCE.length)) ? {} : withSubschemas(within, cut))
  const definitions = isSchema(schema.definitions) ? schema.definitions : {}
  return { ...schema, definitions: Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, recursive.has(name) && isSchema(one) ? cut(one) : one])) }
}
