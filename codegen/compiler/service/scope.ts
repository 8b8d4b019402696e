import { parseRepeater } from '../source/repeater.ts'
import { getNodeValue, type Node } from 'jsonc-parser'
import { isObject } from '../../../src/engine/language/values/json.ts'
import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import { QUERY_STATUS, rootMembers } from '../../../src/engine/language/expressions/roots.ts'
import type { LanguagePlugin } from '../../../src/engine/language/plugin.ts'
import { formFile } from '../source/folders.ts'
import { nodeAt, parse, toPath, type Place } from './document.ts'
import { provedBy } from './expressions.ts'
import type { PropertySchema } from './propertySchema.ts'
import { readVisible } from './visibility.ts'

export type ProjectFiles = Readonly<Record<string, string>>

/** A schema with the file that its references are relative to. */
export interface Typed {
  schema: PropertySchema
  file: string
}

interface ScreenDocument {
  route?: string
  queries?: Record<string, { call?: string }>
  state?: Record<string, unknown>
  /** `query`: the call of a query of its users. */
  params?: Record<string, PropertySchema & { query?: string }>
}

/** The schema of a JSON file, at a member of it; undefined for a file with a syntax error. */
function schemaOf(file: string, files: ProjectFiles, member?: string): Typed | undefined {
  const text = files[file]
  if (text === undefined) return undefined
  try {
    const json: unknown = JSON.parse(text)
    const schema = member === undefined ? (json as PropertySchema) : (json as Record<string, PropertySchema>)[member]
    return schema && { schema, file }
  } catch {
    return undefined
  }
}

/** Follows the reference of a schema to another file. */
export function resolve({ schema, file }: Typed, files: ProjectFiles): Typed {
  const { $ref } = schema
  if ($ref === undefined || $ref.startsWith('#')) return { schema, file }
  const { pathname, hash } = new URL($ref, `file:///${file}`)
  const found = schemaOf(pathname.slice(1), files, hash === '' ? undefined : hash.replace('#/', ''))
  return found ? resolve(found, files) : { schema, file }
}

/**
 * The names that an expression at a path can read: queries, state, parameters, repeated items, and the roots of the
 * app.
 */
export function namesInScope(
  text: string,
  place: Place,
  files: ProjectFiles,
  modes: LanguagePlugin['modes'],
): Map<string, Typed> {
  const root = parse(text)
  const document = (root ? getNodeValue(root) : {}) as ScreenDocument
  const names = new Map<string, Typed>()
  const own = (properties: Record<string, PropertySchema>): Typed => ({
    schema: { type: 'object', properties },
    file: '',
  })
  const isPart = document.route === undefined
  const params = Object.entries(document.params ?? {})
  // A parameter of a part can be a query of its users.
  const queries = new Map<string, string>([
    ...Object.entries(document.queries ?? {}).map(([name, { call = '' }]) => [name, call] as const),
    ...params.flatMap(([name, { query }]) => (isPart && query !== undefined ? [[name, query] as const] : [])),
  ])
  for (const [name, call] of queries) {
    const data = schemaOf(`schemas/api/${call}.json`, files, 'data')
    if (data) names.set(name, data)
  }
  const states = Object.entries(document.state ?? {}).map(([name, value]) => [name, { type: kindOf(value) }] as const)
  // The parameters of a part are names without a root, and it has no state.
  if (!isPart) {
    names.set('state', own(Object.fromEntries(states)))
    names.set('params', own(document.params ?? {}))
  } else
    for (const [name, schema] of params)
      if (schema.type !== undefined || schema.$ref !== undefined) names.set(name, resolve({ schema, file: '' }, files))
  for (const [name, typed] of appNames(files, modes)) names.set(name, typed)
  const forms = formsOf(root).filter((form) => files[formFile(form)] !== undefined)
  names.set('forms', own(Object.fromEntries(forms.map((form) => [form, { $ref: `./${formFile(form)}#/schema` }]))))
  if (!isPart || queries.size > 0)
    names.set('queries', own(Object.fromEntries([...queries.keys()].map((name) => [name, QUERY.schema]))))
  const path = toPath(place)
  for (let length = 1; length <= path.length; length += 1) {
    const node = nodeAt(root, path.slice(0, length).join('/'))
    const value: unknown = node?.type === 'object' ? getNodeValue(node) : undefined
    const each = isObject(value) ? value[NODE_TRAITS.repeats] : undefined
    const repeater = typeof each === 'string' ? parseRepeater(each) : undefined
    if (!repeater) continue
    const { as: item, index, list } = repeater
    const source = schemaOfPath(list.trim(), names, files)
    if (source?.schema.items) names.set(item, resolve({ schema: source.schema.items, file: source.file }, files))
    else names.set(item, { schema: {}, file: '' })
    if (index !== undefined) names.set(index, { schema: { type: 'integer' }, file: '' })
  }
  return names
}

/** The forms that the widgets of a document show. */
function formsOf(root: Node | undefined): string[] {
  const found = new Set<string>()
  const visit = (node: Node): void => {
    const [name, value] = node.type === 'property' ? (node.children ?? []) : []
    if (name?.value === 'form' && value?.type === 'string') found.add(String(value.value))
    for (const child of node.children ?? []) visit(child)
  }
  if (root) visit(root)
  return [...found]
}

/** An object that has all properties but the optional ones. */
const typedObject = (properties: Record<string, PropertySchema>, file: string, optional: string[] = []): Typed => ({
  schema: {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  },
  file,
})

const QUERY = typedObject(QUERY_STATUS, '')

/** The roots of every expression: session, preferences, device and configuration. */
function appNames(files: ProjectFiles, modes: LanguagePlugin['modes']): [string, Typed][] {
  const languages = Object.keys(files).flatMap((path) => /^locales\/([\w-]+)\.json$/.exec(path)?.[1] ?? [])
  const preferences = schemaOf('schemas/preferences.json', files)
  const engine = rootMembers({
    languages: languages.filter((language) => language !== 'operator'),
    modes,
  })
  return [
    [
      'session',
      typedObject({ ...engine.session, user: { $ref: './entities/user.json' } }, 'schemas/session.json', ['user']),
    ],
    [
      'preferences',
      typedObject({ ...engine.preferences, ...preferences?.schema.properties }, 'schemas/preferences.json'),
    ],
    ['device', typedObject(engine.device, '')],
    ['config', schemaOf('schemas/operator.json', files) ?? { schema: { type: 'object', properties: {} }, file: '' }],
  ]
}

/** The type of a path such as "info.ways"; undefined for an unknown one. */
export function schemaOfPath(path: string, names: ReadonlyMap<string, Typed>, files: ProjectFiles): Typed | undefined {
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

/**
 * Facts guaranteed by the ancestors of a node: awaited queries, values that their conditions compare with null, and the
 * user of a screen for users.
 */
export function factsAt(text: string, place: Place): ReadonlySet<string> {
  const root = parse(text)
  const known = new Set<string>()
  const valueOf = (node: Node | undefined): unknown => (node ? (getNodeValue(node) as unknown) : undefined)
  const access = valueOf(nodeAt(root, 'access'))
  if (Array.isArray(access) && access.includes('login')) known.add('session.user')
  const path = toPath(place)
  for (let length = 1; length < path.length; length += 1) {
    const at = path.slice(0, length).join('/')
    const awaited = valueOf(nodeAt(root, `${at}/${NODE_TRAITS.awaits}`))
    if (typeof awaited === 'string') known.add(awaited)
    const { condition } = readVisible(valueOf(nodeAt(root, `${at}/${NODE_TRAITS.guards}`)))
    // The condition at the path itself proves nothing about its own values.
    if (place === `${at}/${NODE_TRAITS.guards}`) continue
    const { notNull, notEmpty } = provedBy(condition)
    for (const value of notNull) known.add(value)
    for (const list of notEmpty) known.add(`${list}[0]`)
  }
  return known
}
