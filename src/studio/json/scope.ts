import { getNodeValue } from 'jsonc-parser'
import { nodeAt, parse, toPath, type Place } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'

type Files = Readonly<Record<string, string>>

/** A schema with the file that its references are relative to. */
export interface Typed {
  schema: PropertySchema
  file: string
}

interface ScreenDocument {
  queries?: Record<string, { call?: string }>
  state?: Record<string, unknown>
  params?: Record<string, PropertySchema>
}

const REPEAT = /^(\w+)(?:\s*,\s*(\w+))?\s+in\s+([\w.]+)\s*$/

/** The schema of a JSON file, at a member of it. */
function schemaOf(file: string, files: Files, member?: string): Typed | undefined {
  const text = files[file]
  if (text === undefined) return undefined
  const json: unknown = JSON.parse(text)
  const schema = member === undefined ? (json as PropertySchema) : (json as Record<string, PropertySchema>)[member]
  return schema && { schema, file }
}

/** Follows the reference of a schema to another file. */
export function resolve({ schema, file }: Typed, files: Files): Typed {
  const { $ref } = schema
  if ($ref === undefined || $ref.startsWith('#')) return { schema, file }
  const target = new URL($ref, `file:///${file}`).pathname.slice(1)
  const found = schemaOf(target, files)
  return found ? resolve(found, files) : { schema, file }
}

/** The names that an expression at a place can read: queries, state, parameters, repeated items, and the roots of the app. */
export function namesInScope(text: string, place: Place, files: Files): Map<string, Typed> {
  const root = parse(text)
  const document = (root ? getNodeValue(root) : {}) as ScreenDocument
  const names = new Map<string, Typed>()
  const own = (properties: Record<string, PropertySchema>): Typed => ({
    schema: { type: 'object', properties },
    file: '',
  })
  for (const [name, { call = '' }] of Object.entries(document.queries ?? {})) {
    const data = schemaOf(`schemas/api/${call}.json`, files, 'data')
    if (data) names.set(name, data)
  }
  const states = Object.entries(document.state ?? {}).map(([name, value]) => [name, { type: kindOf(value) }] as const)
  names.set('state', own(Object.fromEntries(states)))
  names.set('params', own(document.params ?? {}))
  names.set('session', {
    schema: {
      type: 'object',
      properties: { mode: { type: 'string' }, loggedIn: { type: 'boolean' }, user: { $ref: './entities/user.json' } },
    },
    file: 'schemas/session.json',
  })
  for (const name of ['preferences', 'device', 'config', 'forms', 'queries']) names.set(name, own({}))
  const path = toPath(place)
  for (let length = 1; length <= path.length; length += 1) {
    const node = nodeAt(root, path.slice(0, length).join('/'))
    const value: unknown = node?.type === 'object' ? getNodeValue(node) : undefined
    const each = typeof value === 'object' && value !== null && 'each' in value ? value.each : undefined
    const [, item, index, list] = (typeof each === 'string' && REPEAT.exec(each)) || []
    if (item === undefined || list === undefined) continue
    const source = typeAt(list, names, files)
    if (source?.schema.items) names.set(item, resolve({ schema: source.schema.items, file: source.file }, files))
    else names.set(item, { schema: {}, file: '' })
    if (index !== undefined) names.set(index, { schema: { type: 'integer' }, file: '' })
  }
  return names
}

/** The type of a path such as "info.ways"; undefined for an unknown one. */
export function typeAt(path: string, names: ReadonlyMap<string, Typed>, files: Files): Typed | undefined {
  const [first = '', ...rest] = path.split('.')
  let current = names.get(first)
  current &&= resolve(current, files)
  for (const name of rest) {
    const property: PropertySchema | undefined = current?.schema.properties?.[name]
    if (!current || !property) return undefined
    current = resolve({ schema: property, file: current.file }, files)
  }
  return current
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}
