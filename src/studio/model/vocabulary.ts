import type { PropertySchema } from '../../../codegen/compiler/service/index.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { capital, wordsOf } from './titles.ts'

export type { PropertySchema }

export interface WidgetInfo {
  name: string
  description: string
  /** Other words for it. */
  keywords: readonly string[]
  props: PropertySchema
  slots: Readonly<Record<string, { description?: string; required?: boolean }>>
  events: Readonly<Record<string, { description?: string; required?: boolean }>>
}

const WIDGET = /^src\/(?:engine|product)\/widgets\/([^/]+)\/\1\.schema\.json$/

const cache = new WeakMap<object, ReadonlyMap<string, WidgetInfo>>()

/** The widgets of a project, from their schemas. */
export function widgetsOf(published: Readonly<Record<string, string>>): ReadonlyMap<string, WidgetInfo> {
  const known = cache.get(published)
  if (known) return known
  const found = new Map<string, WidgetInfo>()
  for (const [path, text] of Object.entries(published)) {
    const name = WIDGET.exec(path)?.[1]
    if (name === undefined) continue
    const schema = JSON.parse(text) as Partial<Omit<WidgetInfo, 'name'>> & { 'x-keywords'?: string[] }
    found.set(name, {
      name,
      description: schema.description ?? '',
      keywords: schema['x-keywords'] ?? [],
      props: schema.props ?? {},
      slots: schema.slots ?? {},
      events: schema.events ?? {},
    })
  }
  const sorted = new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  cache.set(published, sorted)
  return sorted
}

/** The source of a node of a widget: its required props with their first value. */
export function nodeSource({ name, props }: WidgetInfo): string {
  const values = (props.required ?? []).map((prop) => [prop, firstValue(props.properties?.[prop] ?? {})] as const)
  return JSON.stringify({ widget: name, ...(values.length > 0 && { props: Object.fromEntries(values) }) })
    .replaceAll('":', '": ')
    .replaceAll(',"', ', "')
    .replaceAll('{"', '{ "')
    .replaceAll(/(?<=[^{])\}/g, ' }')
}

function firstValue({ default: given, enum: words, type }: PropertySchema): Json {
  if (given !== undefined) return given
  if (words) return words[0] ?? null
  const [first] = [type].flat()
  return first === 'boolean'
    ? false
    : first === 'integer' || first === 'number'
      ? 0
      : first === 'array'
        ? []
        : first === 'object'
          ? {}
          : ''
}

export interface ActionInfo {
  name: string
  /** Short description of the action. */
  title: string
  description: string
  args: PropertySchema
  branches: Readonly<Record<string, { description?: string; required?: boolean; 'x-title'?: string }>>
}

const ACTION = /^src\/(?:engine|product)\/actions\/([^/]+)\/\1\.schema\.json$/
const actionCache = new WeakMap<object, ReadonlyMap<string, ActionInfo>>()

/** The actions of a project, from their schemas. */
export function actionsOf(published: Readonly<Record<string, string>>): ReadonlyMap<string, ActionInfo> {
  const known = actionCache.get(published)
  if (known) return known
  const found = new Map<string, ActionInfo>()
  for (const [path, text] of Object.entries(published)) {
    const name = ACTION.exec(path)?.[1]
    if (name === undefined) continue
    const schema = JSON.parse(text) as Partial<Omit<ActionInfo, 'name' | 'title'>> & { 'x-title'?: string }
    found.set(name, {
      name,
      title: schema['x-title'] ?? capital(wordsOf(name)),
      description: schema.description ?? '',
      args: schema.args ?? {},
      branches: schema.branches ?? {},
    })
  }
  const sorted = new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  actionCache.set(published, sorted)
  return sorted
}

/** A step with the required arguments of its action. */
export const stepOf = ({ name, args }: ActionInfo): Record<string, Json> => ({
  action: name,
  ...Object.fromEntries((args.required ?? []).map((arg) => [arg, firstValue(args.properties?.[arg] ?? {})])),
})
