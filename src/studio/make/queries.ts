import { getNodeValue } from 'jsonc-parser'
import { insertMember, nodeAt, parse, setValue } from '../model/document.ts'
import type { CallInfo } from '../model/calls.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { listIn } from './display.ts'
import { camelCase, freeName } from './words.ts'

type Files = Readonly<Record<string, string>>

export interface ScreenValue {
  route?: string
  title?: unknown
  navigationBar?: unknown
  access?: readonly string[]
  params?: Readonly<Record<string, PropertySchema>>
  state?: Readonly<Record<string, unknown>>
  queries?: Readonly<Record<string, QueryValue>>
  onShow?: readonly unknown[]
}

export interface QueryValue {
  call?: string
  payload?: Readonly<Record<string, unknown>>
  emptyWhen?: string
  [member: string]: unknown
}

export function screenOf(text: string): ScreenValue {
  const root = parse(text)
  const value: unknown = root ? getNodeValue(root) : {}
  return typeof value === 'object' && value !== null ? value : {}
}

/** The data that a screen or part can name, each by its call; a part has that of its parameters. */
export function queryOptions(text: string, calls: ReadonlyMap<string, CallInfo>): { id: string; about: string }[] {
  const { queries = {}, params = {} } = screenOf(text)
  const named = Object.entries(queries).map(([id, { call = '' }]) => ({ id, call }))
  const given = Object.entries(params as Readonly<Record<string, { query?: unknown }>>).flatMap(([id, { query }]) =>
    typeof query === 'string' ? [{ id, call: query }] : [],
  )
  return [...named, ...given].map(({ id, call }) => ({ id, about: calls.get(call)?.sentence ?? call }))
}

/** Roots that every expression can read: no data has their names. */
const ROOTS = ['state', 'params', 'session', 'preferences', 'device', 'config', 'forms', 'queries', 'form', 'item']

/** The name of the data of a call: the end of the call's own name, changed where it is taken. */
export function queryName(call: string, { queries = {}, state = {}, params = {} }: ScreenValue): string {
  const taken = new Set([...ROOTS, ...Object.keys(queries), ...Object.keys(state), ...Object.keys(params)])
  return freeName(camelCase(call.split('/').at(-1) ?? '') || 'data', (name) => taken.has(name))
}

/** The condition "the list has no items" for data with a list. */
export function emptyOf(name: string, { data, file }: CallInfo, files: Files): string | undefined {
  const list = listIn(data, file, files)
  return list && `=size(${list.path === '' ? name : `${name}.${list.path}`}) == 0`
}

/** Source of a field of a payload: the form field, parameter, state or session fact of the same name. */
export function proposedValue(
  field: string,
  { params = {}, state = {} }: ScreenValue,
  form: readonly string[] = [],
): string | undefined {
  if (form.includes(field)) return `=form.${field}`
  if (Object.hasOwn(params, field)) return `=params.${field}`
  if (Object.hasOwn(state, field)) return `=state.${field}`
  return field === 'mode' ? '=session.mode' : undefined
}

/** The payload of a call as far as it is certain: the fields that it requires, and the mode of the account in use. */
export function proposedPayload(
  { payload }: CallInfo,
  screen: ScreenValue,
  form: readonly string[] = [],
): Record<string, string> {
  const fields = Object.keys(payload.properties ?? {}).flatMap((field) => {
    const value = proposedValue(field, screen, form)
    const isSent = payload.required?.includes(field) === true || field === 'mode' || form.includes(field)
    return value === undefined || !isSent ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields)
}

/** Adds the data of a call to a screen, with the access rules that the call requires. */
export function addQuery(
  text: string,
  call: CallInfo,
  files: Files,
): { text: string; name: string; access: readonly string[] } {
  const screen = screenOf(text)
  const name = queryName(call.name, screen)
  const payload = proposedPayload(call, screen)
  const emptyWhen = emptyOf(name, call, files)
  const query = {
    call: call.name,
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(emptyWhen !== undefined && { emptyWhen }),
  }
  const opened = withAccess(text, [...(call.auth ? ['login'] : []), ...call.needs])
  return { text: setMember(opened.text, 'queries', name, query), name, access: opened.added }
}

/** Members of a screen in the order in which authors write them. */
const ORDER = [
  '$schema',
  'id',
  'description',
  'route',
  'title',
  'navigationBar',
  'access',
  'params',
  'state',
  'queries',
  'onShow',
  'toolbar',
  'body',
]

/** Sets an entry of a group of the screen; the group is made where authors write it. */
export function setMember(text: string, group: string, name: string, value: unknown): string {
  const root = parse(text)
  const holder = nodeAt(root, group)
  if (!holder) return value === undefined ? text : insertMember(text, group, { [name]: value }, ORDER)
  const isLast = value === undefined && holder.children?.length === 1
  return setValue(text, isLast ? group : `${group}/${name}`, value)
}

/** Adds access rules to a screen: login first, the others after those that are there. */
export function withAccess(text: string, rules: readonly string[]): { text: string; added: readonly string[] } {
  const { access = [] } = screenOf(text)
  const added = rules.filter((rule) => !access.includes(rule))
  if (added.length === 0) return { text, added }
  const all = [...access, ...added]
  const next = [...all.filter((item) => item === 'login'), ...all.filter((item) => item !== 'login')]
  return { text: insertMember(text, 'access', next, ORDER), added }
}

/** Sets who may see a screen; every rule but login needs a user, so it brings login. */
export function setAccess(text: string, rules: readonly string[]): string {
  const others = rules.filter((rule) => rule !== 'login')
  const next = rules.length === 0 ? undefined : ['login', ...others]
  return next === undefined ? setValue(text, 'access', undefined) : insertMember(text, 'access', next, ORDER)
}
