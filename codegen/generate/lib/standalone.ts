import { Ajv, _ } from 'ajv'
import type { Options } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { posix } from 'node:path'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { HEADER, SchemaError } from './files.ts'
import type { NamedSchema } from './contract.ts'
import type { Schema } from './schema.ts'

/**
 * The options of every validator that is compiled here. Properties of prototypes do not count, the first error ends a validation,
 * and nothing is coerced. A schema that ajv cannot compile stops the generation.
 */
export const AJV_OPTIONS = {
  ownProperties: true,
  allErrors: false,
  messages: false,
  inlineRefs: false,
  allowUnionTypes: true,
  strict: true,
  strictTypes: false,
  // A loop would compare by a function of ajv, which a browser does not have; values of an enumeration are scalars here.
  loopEnum: Number.POSITIVE_INFINITY,
  formats,
} as const satisfies Options

/**
 * Whether an object may have properties that its schema does not name. `open`: for a browser, which reads JSON that a later contract may
 * extend. No property of such a schema has the name of one of `Object.prototype`, so inherited properties need no check: it would be a
 * fifth of the code.
 */
export type Extension = 'open' | 'closed'

/** Error detail of a validator: everything, the path and the keyword, or nothing. In a browser each level costs a fifth of its code. */
export type Errors = 'whole' | 'path' | 'none'

const id = (name: string): string => `placard:${name}`

/** The schema for ajv: without annotations, with absolute references to entities. */
export function plainSchema(value: unknown, file: string, extension: Extension): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const schema = value as Schema
    if (schema.$ref !== undefined) return { $ref: id(posix.join(posix.dirname(file), schema.$ref)) }
    // JSON Schema has no type for an uploaded file: src/server/kit/api/decode.ts checks it.
    if (schema.format === 'file') return {}
    const out: Record<string, unknown> = {}
    for (const [keyword, argument] of Object.entries(schema)) {
      if (keyword.startsWith('x-') || ['description', 'default', '$schema'].includes(keyword)) continue
      if (keyword === 'format' && !Object.hasOwn(formats, argument as string)) continue
      if (keyword === 'additionalProperties' && argument === false && extension === 'open') continue
      if (keyword === 'properties')
        out[keyword] = Object.fromEntries(
          Object.entries(argument as object).map(([name, property]) => [name, walk(property)]),
        )
      else out[keyword] = ['enum', 'const', 'required'].includes(keyword) ? argument : walk(argument)
    }
    return out
  }
  return walk(value) as object
}

/** A property in a schema whose name every object inherits from `Object.prototype`; null if there is none. */
export function inheritedName(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] }
  const own = [...Object.keys(properties), ...(Array.isArray(required) ? required : [])]
  return own.find((name) => name in Object.prototype) ?? Object.values(schema).map(inheritedName).find(Boolean) ?? null
}

/** Validators of one ES module. No code is compiled at run time; formats come from src/engine/language. */
export class ValidatorModule {
  readonly #ajv: Ajv
  readonly #names = new Map<string, string>()

  constructor(
    entities: readonly NamedSchema[],
    private readonly extension: Extension,
    private readonly errors: Errors,
  ) {
    this.#ajv = new Ajv({
      ...AJV_OPTIONS,
      ownProperties: extension === 'closed',
      code: { source: true, esm: true, lines: false, formats: _`formats` },
    })
    for (const { file, schema } of entities) this.#addSchema(id(file), schema, file)
  }

  #addSchema(name: string, schema: Schema, file: string): void {
    const inherited = this.extension === 'open' ? inheritedName(schema) : null
    if (inherited !== null) throw new SchemaError(file, inherited, 'every object inherits a property of this name')
    this.#ajv.addSchema(plainSchema(schema, file, this.extension), name)
  }

  /** Throws when two validators of the module have one name. The schema has passed `checkDialect`: ajv compiles no other. */
  add(name: string, schema: Schema, file: string): void {
    if (this.#names.has(name)) throw new SchemaError(file, name, 'its name stands for two validators')
    this.#names.set(name, id(name))
    this.#addSchema(id(name), schema, file)
  }

  /** The module's text; each validator is an export of its name. `src`: the path of src/ from the module's folder. */
  code(): string {
    let code = standalone(this.#ajv, Object.fromEntries(this.#names))
      .replace(/^["']use strict["'];/, '')
      .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
      .replaceAll(/const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g, 'const $1 = codePoints;')
    // Names of missing properties are part of `params` only.
    if (this.errors !== 'whole') code = code.replaceAll(/ && \(missing\d+ = "(?:[^"\\]|\\.)*"\)|let missing\d+;/g, '')
    if (this.errors === 'path') code = code.replaceAll(/,params:\{[^{}]*\}/g, '')
    if (this.errors === 'none') code = code.replaceAll(/\{instancePath[^{}]*,params:\{[^{}]*\}\}/g, '{}')
    const needed = /require\([^)]*\)/.exec(code)?.[0]
    if (needed !== undefined)
      throw new SchemaError('schemas', '', `a validator needs ${needed}, which the client cannot load`)
    const formatsImport = code.includes('formats')
      ? "import { formats } from '../../engine/language/forms/schemaFormats.ts';\n"
      : ''
    const lengthOf = code.includes('codePoints')
      ? 'const codePoints = (text) => { let n = 0; for (const _ of text) n++; return n; };\n'
      : ''
    return `${HEADER}${formatsImport}${lengthOf}${code}\n`
  }
}
