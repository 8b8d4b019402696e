import { isJsonObject } from '../../engine/language/values/json.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { wordsOf } from '../model/titles.ts'

/** Items of a list whose values can be chosen. */
const ITEMS = 20

/** A value of a reply by its path: "rows/0/amount". */
export type Values = ReadonlyMap<string, Json>

const isHolder = (value: Json): boolean => Array.isArray(value) || isJsonObject(value)
const entriesOf = (value: Json): [string, Json][] =>
  Array.isArray(value)
    ? value.slice(0, ITEMS).map((item, index) => [String(index), item])
    : Object.entries(isJsonObject(value) ? value : {})

/** The values of a reply that are neither lists nor objects. */
export function leavesOf(reply: Json, place = ''): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const [name, value] of entriesOf(reply)) {
    const inner = place === '' ? name : `${place}/${name}`
    if (isHolder(value)) for (const [path, leaf] of leavesOf(value, inner)) found.set(path, leaf)
    else found.set(inner, value)
  }
  return found
}

/**
 * A reply with the data of a fixture instead of its own data: each item of a list begins as the first one of the reply.
 */
export function withData(reply: Json, data: Json): Json {
  if (Array.isArray(data)) {
    const template = (Array.isArray(reply) ? reply[0] : undefined) ?? null
    return data.map((item) => withData(template, item))
  }
  if (!isJsonObject(data)) return data
  const from = isJsonObject(reply) ? reply : {}
  return {
    ...from,
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withData(from[name] ?? null, value)])),
  }
}

/** Values of a reply that the data of a fixture changes, by path. */
export function ownValues(reply: Json, data: Json): Map<string, Json> {
  const before = leavesOf(reply)
  return new Map([...leavesOf(withData(reply, data))].filter(([path, value]) => before.get(path) !== value))
}

/**
 * The data of a fixture that gives a reply these values: the members that change, and of a list in which one changes all items. An item that
 * lacks a member of the first one gets it, as every item of a fixture does.
 */
export function dataWith(reply: Json, values: Values): Json {
  if (Array.isArray(reply)) return reply.map((item, index) => changed(item, below(values, String(index))))
  const inner = new Map<string, Map<string, Json>>()
  for (const path of values.keys()) {
    const [name = ''] = path.split('/')
    inner.set(name, below(values, name))
  }
  const from = isJsonObject(reply) ? reply : {}
  return Object.fromEntries(
    [...inner].map(([name, rest]) => [name, rest.has('') ? (rest.get('') ?? null) : dataWith(from[name] ?? {}, rest)]),
  )
}

/** A value with other values at paths within it. */
function changed(value: Json, values: Values): Json {
  const own = values.get('')
  if (own !== undefined) return own
  if (Array.isArray(value)) return value.map((item, index) => changed(item, below(values, String(index))))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, below(values, name))]))
}

/** The values within a member; the member itself is at "". */
const below = (values: Values, name: string): Map<string, Json> =>
  new Map(
    [...values].flatMap(([path, value]): [string, Json][] =>
      path === name ? [['', value]] : path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), value]] : [],
    ),
  )

/** Display text of a path in a reply: "rows 1, amount". */
export const placeInWords = (path: string): string =>
  path
    .split('/')
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : wordsOf(name)))
    .reduce((words, item) => (/^\d+$/.test(item) ? `${words} ${item}` : words === '' ? item : `${words}, ${item}`), '')
