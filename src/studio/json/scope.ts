import { parseRepeater } from '../../../codegen/compiler/source/repeater.ts'
import { getNodeValue, type Node } from 'jsonc-parser'
import { QUERY_STATUS, rootMembers } from '../../engine/language/expressions/roots.ts'
import { modes } from '../../../codegen/compiler/product.ts'
import { nodeAt, parse, toPath, type Place } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { formFile } from '../../../codegen/compiler/source/folders.ts'

type Files = Readonly<Record<string, string>>

/** A schema with the file that its references are relative to. */
export interface Typed {
  schema: PropertySchema
  file: string
}

interface ScreenDocument {
  route?: string
  queries?: Record<string, { call?: string }>
  state?: Record<string, unknown>
  params?: Record<string, PropertySchema>
}

/** The schema of a JSON file, at a member of it; undefined for a file with a syntax error. */
function schemaOf(file: string, files: Files, member?: string): Typed | undefined {
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
export function resolve({ schema, file }: Typed, files: Files): Typed {
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
  // The parameters of a part are names without a root.
  if (document.route === undefined)
    for (const [name, schema] of Object.entries(document.params ?? {}))
      if (schema.type !== undefined || schema.$ref !== undefined) names.set(name, resolve({ schema, file: '' }, files))
  for (const [name, typed] of appNames(files)) names.set(name, typed)
  const forms = formsOf(root).filter((form) => files[formFile(form)] !== undefined)
  names.set('forms', own(Object.fromEntries(forms.map((form) => [form, { $ref: `./${formFile(form)}#/schema` }]))))
  names.set('queries', own(Object.fromEntries(Object.keys(document.queries ?? {}).map((name) => [name, QUERY.schema]))))
  const path = toPath(place)
  for (let length = 1; length <= path.length; length += 1) {
    const node = nodeAt(root, path.slice(0, length).join('/'))
    const value: unknown = node?.type === 'object' ? getNodeValue(node) : undefined
    const each = typeof value === 'object' && value !== null && 'each' in value ? value.each : undefined
    const repeater = typeof each === 'string' ? parseRepeater(each) : undefined
    if (!repeater) continue
    const { as: item, index, list } = repeater
    const source = typeAt(list.trim(), names, files)
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
function appNames(files: Files): [string, Typed][] {
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
