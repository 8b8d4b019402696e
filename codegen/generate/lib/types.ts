import { compile, type JSONSchema, type Options } from 'json-schema-to-typescript'
import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Schema } from './schema.ts'
import { HEADER, pascal, SchemaError } from './files.ts'

/** Keywords that the compiler of types writes. */
const WRITTEN = new Set([
  'type',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'description',
])
/** Keywords that change no type: they bound values, or serve people and editors. */
const SILENT = new Set([
  'title',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'deprecated',
])
/** Schemas that an object also obeys, all or some of the time: their properties are added to its own. */
const CONDITIONAL = ['allOf', 'if', 'then', 'else', 'dependencies'] as const

const DECIMALS: Readonly<Record<string, string>> = {
  money: 'Money',
  price: 'Price',
  quantity: 'Quantity',
  lots: 'Lots',
  percent: 'Percent',
  rate: 'Rate',
}
const UNITS = 'src/engine/language/values/units.ts'
const ENTITIES = 'src/generated/entities.ts'
/** Types of the settings, `schemas/*.json`. */
const SETTINGS = 'src/generated/operator.ts'

const OPTIONS: Partial<Options> = {
  bannerComment: '',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 160 },
}

/** Values of a keyword that only forms allow, in addition to the dialect of the contract. */
type Wide = Schema & {
  readonly anyOf?: readonly Wide[]
  readonly allOf?: readonly Wide[]
  readonly if?: Wide
  readonly then?: Wide
  readonly else?: Wide
  readonly dependencies?: Readonly<Record<string, Wide | readonly string[]>>
}

/** The exported types of one generated file, written by json-schema-to-typescript, with the imports that they need. */
export class TypeFile {
  readonly #imports = new Map<string, Set<string>>()
  readonly #types = new Map<string, JSONSchema | null>()

  /** `folder`: of the file. */
  constructor(readonly folder = 'src/generated') {}

  import(name: string, module: string): void {
    this.#imports.set(module, (this.#imports.get(module) ?? new Set()).add(name))
  }

  /** A type that `add` gives later: a reference to it needs no import. */
  declare(name: string): void {
    this.#types.set(name, null)
  }

  add(name: string, schema: JSONSchema): void {
    if (this.#types.get(name)) throw new SchemaError(this.folder, name, 'is the name of two types of one file')
    this.#types.set(name, schema)
  }

  /** A schema of `file` as json-schema-to-typescript takes it. A keyword that it would ignore is refused. */
  read(schema: Schema, file: string): JSONSchema {
    return this.#walk(schema, file, '')
  }

  async write(): Promise<string> {
    const written: string[] = []
    for (const [name, schema] of this.#types) if (schema) written.push(await compile(schema, name, OPTIONS))
    const imports = [...this.#imports]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => `import type { ${[...names].toSorted().join(', ')} } from '${module}'\n`)
    return `${HEADER}${imports.join('')}\n${written.join('\n').replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')}`
  }

  #walk(schema: Wide, file: string, path: string): JSONSchema {
    const about = schema.description === undefined ? {} : { description: schema.description }
    if (schema.$ref !== undefined) return { ...about, tsType: this.#entity(schema.$ref, file) }
    const conditional = CONDITIONAL.some((keyword) => schema[keyword] !== undefined)
    for (const keyword of Object.keys(schema)) {
      if (WRITTEN.has(keyword) || SILENT.has(keyword) || keyword.startsWith('x-')) continue
      if (!(CONDITIONAL as readonly string[]).includes(keyword))
        throw new SchemaError(file, `${path}/${keyword}`, 'has no TypeScript type')
    }
    const branches = schema.oneOf ?? schema.anyOf
    if (branches && !schema.properties)
      return {
        ...about,
        anyOf: branches.map((branch, index) =>
          this.#walk(branch, file, `${path}/${schema.oneOf ? 'oneOf' : 'anyOf'}/${index}`),
        ),
      }
    if (schema.enum !== undefined) return { ...about, enum: [...schema.enum] }
    if (schema.const !== undefined) return { ...about, const: schema.const }
    const types = schema.type === undefined ? [] : [schema.type].flat()
    if (types.length === 0 && !schema.properties && !conditional) return { ...about, tsType: 'unknown' }
    const mergedSchema = conditional || branches ? merged(schema) : schema
    const written = (types.length === 0 ? ['object'] : types).map((type) => this.#plain(type, mergedSchema, file, path))
    const [only] = written
    return written.length === 1 && only ? { ...about, ...only } : { ...about, anyOf: written }
  }

  #plain(type: string, schema: Wide, file: string, path: string): JSONSchema {
    const branded = this.#branded(type, schema, file, path)
    if (branded !== undefined) return { tsType: branded }
    if (type === 'array' && Array.isArray(schema.items))
      throw new SchemaError(file, `${path}/items`, 'has no TypeScript type')
    if (type === 'array') return { type, items: this.#walk(schema.items ?? {}, file, `${path}/items`) }
    if (type !== 'object') return { type: type as 'string' }
    const properties = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => [name, this.#walk(property, file, `${path}/properties/${name}`)] as const,
    )
    const { additionalProperties: more = false } = schema
    if (properties.length === 0) {
      if (more === false) return { tsType: 'Record<string, never>' }
      if (more === true) return { tsType: 'Record<string, unknown>' }
    }
    return {
      type,
      properties: Object.fromEntries(properties),
      required: [...(schema.required ?? [])],
      additionalProperties: typeof more === 'object' ? this.#walk(more, file, `${path}/additionalProperties`) : more,
    }
  }

  /** The name of the type where the schema says more than json-schema-to-typescript writes. */
  #branded(type: string, schema: Wide, file: string, path: string): string | undefined {
    const { format, 'x-unit': unit } = schema
    if (type === 'string' && (format === 'file' || format === 'binary')) return 'Blob'
    const name = unitType(type, format, unit)
    if (name !== undefined) this.#importFrom(name, UNITS)
    else if (unit !== undefined && type !== 'null')
      throw new SchemaError(file, `${path}/x-unit`, `"${unit}" has no TypeScript type on ${type}`)
    return name
  }

  #entity(reference: string, file: string): string {
    const path = posix.join(posix.dirname(file), reference)
    const match = /^schemas\/(entities\/|operatorApi\/entities\/|)([A-Za-z]+)\.json$/.exec(path)
    if (!match?.[2]) throw new SchemaError(file, `$ref ${reference}`, 'refers to no file of schemas/entities')
    const name = pascal(match[2])
    if (!this.#types.has(name)) this.#importFrom(name, match[1] === '' ? SETTINGS : ENTITIES)
    return name
  }

  #importFrom(name: string, path: string): void {
    const module = posix.relative(this.folder, path)
    this.import(name, module.startsWith('.') ? module : `./${module}`)
  }
}

/** The type of src/engine/language/values/units.ts for a number with a unit. */
function unitType(type: string, format: string | undefined, unit: string | undefined): string | undefined {
  if (type === 'string' && format === 'decimal') return unit === undefined ? 'Decimal' : DECIMALS[unit]
  if (type !== 'integer') return undefined
  if (format === 'unix-seconds') return 'UnixSeconds'
  return unit === 'seconds' ? 'Seconds' : undefined
}

/** An object of which every property is required. */
export const closed = (properties: Record<string, JSONSchema>): JSONSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** An object schema with the properties of its conditional parts: those of `allOf` as they are, those of a branch as optional ones. */
function merged(schema: Wide): Wide {
  const properties = new Map<string, Wide>(Object.entries(schema.properties ?? {}))
  const required = new Set(schema.required)
  const own = new Set(properties.keys())
  const include = (part: Wide, always: boolean): void => {
    const { properties: more = {}, required: needed = [] } = merged(part)
    for (const [name, property] of Object.entries(more)) {
      const before = properties.get(name)
      if (!own.has(name))
        properties.set(
          name,
          before === undefined || isDeepStrictEqual(before, property) ? property : { anyOf: [before, property] },
        )
    }
    if (always) for (const name of needed) required.add(name)
  }
  for (const part of schema.allOf ?? []) include(part, true)
  const branches = [
    schema.then,
    schema.else,
    ...Object.values(schema.dependencies ?? {}).filter((dependency) => !Array.isArray(dependency)),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ]
  for (const branch of branches) if (branch) include(branch as Wide, false)
  const { description, type, additionalProperties } = schema
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    properties: Object.fromEntries(properties),
    required: [...required],
    additionalProperties: additionalProperties ?? false,
  }
}
