import { isObject } from '../../language/values/json.ts'

type Fields = Record<string, unknown>

const KEYS = ['id', 'symbol', 'orderNo', 'key'] as const
const DEPTH_LIMIT = 64

/**
 * `next`, with every part that equals `last` replaced by the part of `last`: unchanged parts keep their identity and do
 * not re-render. Items of a list are matched by id or symbol, so an item inserted first does not change the others.
 * `replaceEqualDeep` of query-core matches them by position, and loses a key "__proto__".
 */
export function structuralShare<T>(last: unknown, next: T, depth = 0): T {
  if (Object.is(last, next) || depth > DEPTH_LIMIT) return next
  if (Array.isArray(last) && Array.isArray(next)) return shareList(last, next, depth) as T
  if (!isObject(last) || !isObject(next)) return next
  const names = Object.keys(next)
  let same = names.length === Object.keys(last).length
  const merged: Fields = {}
  for (const name of names) {
    const before = Object.hasOwn(last, name) ? last[name] : undefined
    const value = structuralShare(before, next[name], depth + 1)
    // A hostile "__proto__" key must stay a plain key.
    if (name === '__proto__')
      Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true })
    else merged[name] = value
    if (!Object.is(value, before) || !Object.hasOwn(last, name)) same = false
  }
  return (same ? last : merged) as T
}

function shareList(last: readonly unknown[], next: readonly unknown[], depth: number): readonly unknown[] {
  const key = keyOf(next)
  const known = key === null ? null : new Map(last.map((item) => [isObject(item) ? item[key] : undefined, item]))
  let same = last.length === next.length
  const merged = next.map((item, i) => {
    const value = structuralShare(known && key !== null ? known.get((item as Fields)[key]) : last[i], item, depth + 1)
    if (!Object.is(value, last[i])) same = false
    return value
  })
  return same ? last : merged
}

function keyOf(list: readonly unknown[]): string | null {
  const first = list[0]
  if (!isObject(first)) return null
  const key = KEYS.find((name) => typeof first[name] === 'string')
  return key !== undefined && list.every((item) => isObject(item) && typeof item[key] === 'string') ? key : null
}
