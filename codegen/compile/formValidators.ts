import { compileFunction } from 'node:vm'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { Ajv, _ } from 'ajv'
import { minifySync } from 'rolldown/utils'
import { linkValidators, type FormModule, type FormValidators } from '../../src/core/formModule.ts'
import { canonical } from '../../src/core/canonical.ts'
import { formats } from '../../src/core/formats.ts'
import type { Json, Shape } from '../../src/core/program.ts'
import { USES } from './dialect.ts'

/** From the schema of a form to the text of its module. Throws, with a sentence, for a schema that no module can be made of. */
export type CompileForm = (schema: Shape) => string

/** Modules that a compiler remembers: a few times the forms of a large project. */
const CACHE_LIMIT = 1_000

/** Judges the schemas themselves. One instance: each compiles the meta-schema of draft-07, which takes longer than a form. */
const judge = new Ajv({ strict: false, logger: false })

/** A compiler of forms that compiles each distinct schema once. */
export function createFormCompiler(): CompileForm {
  const modules = new Map<string, string>()
  return (schema) => {
    const key = canonical(schema)
    let text = modules.get(key)
    if (text === undefined) {
      text = compileFormValidators(schema)
      if (modules.size >= CACHE_LIMIT) modules.clear()
      modules.set(key, text)
    }
    return text
  }
}

/**
 * The text of an ES module with the validators of a form: of the whole schema, and of each sub-schema by which RJSF decides a branch.
 * Its exports are those of FormModule in src/core/formModule.ts. Equal schemas give equal bytes: properties are read in the order
 * in which a published screen has them.
 */
export function compileFormValidators(schema: Shape): string {
  const ordered = JSON.parse(canonical(schema)) as Shape
  const names = [...formatsIn(ordered)].toSorted()
  if (!judge.validateSchema(ordered)) throw new Error(`The form has no valid schema: ${judge.errorsText()}.`)
  const main = hashForSchema(ordered as RJSFSchema)
  const recursive = recursiveDefinitions(ordered)
  // The library's compiler follows references without end: it reads recursive definitions cut off, and ajv gets the whole schema too.
  const finite = recursive.size === 0 ? ordered : withoutRecursion(ordered, recursive)
  const code = compileSchemaValidatorsCode(finite as RJSFSchema, {
    ajvFormatOptions: false,
    extenderFn: (ajv) => (finite === ordered ? withFormats(ajv) : withFormats(ajv).addSchema({ ...ordered, $id: main })),
    ajvOptionsOverrides: {
      allErrors: true, verbose: false, messages: false, strict: false, ownProperties: true,
      meta: false, validateSchema: false,
      code: { lines: false, optimize: 2, formats: _`formats` },
      logger: { log: refuse, warn: refuse, error: refuse },
    },
  })
  // The text of ajv is CommonJS. As the body of a function it gets its helpers, and the one copy of the formats, from the app.
  const text = `export const formats = ${JSON.stringify(names)}\nexport const main = ${JSON.stringify(main)}\nexport default (require, formats) => {\nconst exports = {}\n${code}\nreturn exports\n}\n`
  link(code, names, main)
  const { code: small, errors } = minifySync('form.js', text, { module: true, compress: { target: 'es2022' }, mangle: true })
  if (errors[0]) throw new Error(`The validators of the form cannot be minified: ${errors[0].message}`)
  return small
}

/** The formats of the schemas and no others: those of a use are any text. */
function withFormats(ajv: Ajv): Ajv {
  for (const name of Object.keys(ajv.formats)) delete ajv.formats[name]
  for (const name of Object.keys(USES)) ajv.addFormat(name, true)
  for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts)
  return ajv
}

const refuse = (...said: unknown[]): never => {
  throw new Error(`The form has no valid schema: ${said.join(' ')}`)
}

/** Keywords whose values are data, and those that hold schemas by name. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])
const BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies'])

/** The formats that a schema has checked. Refuses what changes how the compiler names or runs its code. */
function formatsIn(schema: Json, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) formatsIn(one, found)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return found
  const { $id, $async, format } = schema
  // ajv writes an $id into a comment of its code.
  if ($id !== undefined) refuse('a form has no "$id"')
  if ($async !== undefined) refuse('a form has no "$async"')
  if (typeof format === 'string') {
    if (Object.hasOwn(formats, format)) found.add(format)
    else if (!Object.hasOwn(USES, format)) refuse(`"${format}" is not a format`)
  }
  for (const [keyword, held] of Object.entries(schema)) {
    // Whether ajv finds one missing depends on its options.
    if (BY_NAME.has(keyword) && typeof held === 'object' && held !== null && Object.hasOwn(held, '')) refuse('a property has a name')
    if (keyword === 'required' && Array.isArray(held) && held.includes('')) refuse('a property has a name')
    if (BY_NAME.has(keyword) && typeof held === 'object' && held !== null) for (const one of Object.values(held)) formatsIn(one, found)
    else if (!DATA.has(keyword)) formatsIn(held, found)
  }
  return found
}

/** Links the code once as clients do: what they would refuse is not published. */
function link(code: string, names: readonly string[], main: string): FormValidators {
  const make = compileFunction(`const exports = {}\n${code}\nreturn exports`, ['require', 'formats']) as FormModule['default']
  return linkValidators({ formats: names, main, default: make })
}

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
