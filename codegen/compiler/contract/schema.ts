import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import { INPUT_LIMITS } from '../source/limits.ts'

/** A schema of the project's dialect, its references resolved: the same object wherever it is referred to. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: Json[]
  const?: Json
  oneOf?: Schema[]
  format?: string
  description?: string
  default?: Json
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  /** Name of its file, e.g. "account", if it is the root of a file. */
  'x-name'?: string
  'x-unit'?: string
  [keyword: `x-${string}`]: Json | undefined
}

const PROSE = new Set(['description', 'default', '$schema', '$id', 'title', 'examples', '$comment'])

/** The schema as the client reads it: without prose and annotations that only compilers read. */
export function toShape(schema: Schema): Shape {
  const known = shapes.get(schema)
  if (known) return known.shape
  const budget = { remaining: INPUT_LIMITS.schemas }
  const shape = strip(schema, new Set(), budget) as Shape
  shapes.set(schema, { shape, complete: budget.remaining > 0 })
  return shape
}

const replies = new WeakMap<Schema, Shape>()

/** The shape that a client checks a response against: a server may add fields, which older clients ignore. */
export function replyShape(schema: Schema): Shape {
  const known = replies.get(schema)
  if (known) return known
  const shape = withoutClosedObjects(toShape(schema)) as Shape
  replies.set(schema, shape)
  return shape
}

/** Without what forbids further fields. `within`: the value is a map of names to shapes, not a shape. */
function withoutClosedObjects(value: Json, within = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutClosedObjects(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      if (!within && name === 'additionalProperties' && item === false) return []
      return [
        [
          name,
          !within && (name === 'enum' || name === 'const' || name === 'required')
            ? item
            : withoutClosedObjects(item, !within && name === 'properties'),
        ],
      ]
    }),
  )
}

const shapes = new WeakMap<Schema, { shape: Shape; complete: boolean }>()

/** Whether a schema is too large to be written out: schemas that refer to others twice double with each. */
export function isTooLarge(schema: Schema): boolean {
  toShape(schema)
  return shapes.get(schema)?.complete === false
}

function strip(value: unknown, above: Set<unknown>, budget: { remaining: number }): Json {
  if (Array.isArray(value)) return value.map((item) => strip(item, above, budget))
  if (value === null || typeof value !== 'object') return value as Json
  budget.remaining -= 1
  if (above.has(value) || budget.remaining <= 0) return {}
  above.add(value)
  const out: { [key: string]: Json } = {}
  for (const [keyword, item] of Object.entries(value)) {
    if (PROSE.has(keyword) || (keyword.startsWith('x-') && keyword !== 'x-unit')) continue
    if (keyword === 'properties') {
      out[keyword] = Object.fromEntries(
        Object.entries(item as Record<string, Schema>).map(([name, property]) => [
          name,
          strip(property, above, budget),
        ]),
      )
    } else if (keyword === 'enum' || keyword === 'const' || keyword === 'required') out[keyword] = item as Json
    else out[keyword] = strip(item, above, budget)
  }
  above.delete(value)
  return out
}

/** Resolves `$ref`s over a set of parsed files. A file that is not there is reported through `missing`. */
export class SchemaResolver {
  readonly #raw: (file: string) => unknown
  readonly #whole = new Map<string, Schema>()
  /** Files being resolved, each referred to by the one before. */
  #open = 0
  constructor(
    raw: (file: string) => unknown,
    readonly missing: (reference: string, from: string) => void,
  ) {
    this.#raw = raw
  }

  file(path: string): Schema | undefined {
    const known = this.#whole.get(path)
    if (known) return known
    const raw = this.#raw(path)
    if (raw === null || typeof raw !== 'object') return undefined
    if (this.#open >= INPUT_LIMITS.references) return undefined
    const target: Schema = {}
    this.#whole.set(path, target)
    this.#open += 1
    Object.assign(target, this.resolve(raw as Schema, path))
    this.#open -= 1
    target['x-name'] = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')
    return target
  }

  /** The file is too malformed to be read: what refers to it is of unknown type. */
  markMalformed(path: string): void {
    this.#whole.set(path, {})
  }

  /** A copy of a schema of `file` with its references resolved. */
  resolve(schema: Schema, file: string): Schema {
    if (typeof schema.$ref === 'string') {
      const [path = '', pointer = ''] = schema.$ref.split('#')
      const where = path === '' ? file : normalizePath(`${file.slice(0, file.lastIndexOf('/') + 1)}${path}`)
      let target: Schema | undefined = this.file(where)
      for (const step of pointer.split('/').filter(Boolean)) {
        target = (target as Record<string, Schema> | undefined)?.[step]
      }
      if (!target) {
        this.missing(schema.$ref, file)
        return {}
      }
      return target
    }
    const out: Schema = { ...schema }
    if (schema.properties) {
      out.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, this.resolve(property, file)]),
      )
    }
    if (schema.items) out.items = this.resolve(schema.items, file)
    if (schema.oneOf) out.oneOf = schema.oneOf.map((option) => this.resolve(option, file))
    if (typeof schema.additionalProperties === 'object')
      out.additionalProperties = this.resolve(schema.additionalProperties, file)
    return out
  }
}

/** Resolves "." and ".." in a path with forward slashes; the result has no leading slash. */
export function normalizePath(path: string): string {
  const out: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') out.pop()
    else if (part !== '.' && part !== '') out.push(part)
  }
  return out.join('/')
}

/** The type names of a schema without "null", and whether null is among its values. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const all = schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type]
  return { types: all.filter((name) => name !== 'null'), nullable: all.includes('null') }
}
