import { findNodeAtLocation, getNodeValue, parseTree, type JSONPath, type Node } from 'jsonc-parser'
import { isObject } from '../../core/json.ts'

type Value = unknown

/** A difference of two versions of a document: a value that is set or removed (undefined), or items of a list that are replaced. */
export type Edit =
  | { kind: 'set'; path: JSONPath; before: Value; after: Value }
  | { kind: 'items'; path: JSONPath; index: number; removed: readonly Value[]; added: readonly Value[] }

export const sameValue = (a: Value, b: Value): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => sameValue(one, b[index]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  )
}

/** What names a node, a part or a step: items of another kind are other items. */
const kindOf = (value: Value): Value => (isObject(value) ? (value.widget ?? value.part ?? value.action) : typeof value)

/** The value of a text; undefined for one with a syntax error. */
export function valueOf(text: string): { root: Node; value: Value } | undefined {
  const errors: { error: number; offset: number; length: number }[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  return root && errors.length === 0 ? { root, value: getNodeValue(root) as Value } : undefined
}

/** The differences of two values, each at its innermost place. */
export function editsOf(before: Value, after: Value, path: JSONPath = []): Edit[] {
  if (sameValue(before, after)) return []
  if (isObject(before) && isObject(after) && kindOf(before) === kindOf(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      Object.hasOwn(before, name) && Object.hasOwn(after, name)
        ? editsOf(before[name], after[name], [...path, name])
        : [{ kind: 'set', path: [...path, name], before: before[name], after: after[name] }],
    )
  if (Array.isArray(before) && Array.isArray(after)) return itemEdits(before, after, path)
  return [{ kind: 'set', path, before, after }]
}

function itemEdits(before: readonly Value[], after: readonly Value[], path: JSONPath): Edit[] {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && sameValue(before[first], after[first])) first += 1
  let last = 0
  while (last < shorter - first && sameValue(before[before.length - 1 - last], after[after.length - 1 - last]))
    last += 1
  const removed = before.slice(first, before.length - last)
  const added = after.slice(first, after.length - last)
  const isMoved = removed.some((one, index) => added.some((other, at) => at !== index && sameValue(one, other)))
  const isSameKind = removed.every((one, index) => kindOf(one) === kindOf(added[index]))
  if (removed.length === added.length && !isMoved && isSameKind)
    return removed.flatMap((one, index) => editsOf(one, added[index], [...path, first + index]))
  return [{ kind: 'items', path, index: first, removed, added }]
}

const startsWith = (path: JSONPath, start: JSONPath): boolean =>
  start.length <= path.length && start.every((one, index) => one === path[index])

/** Whether two edits of one document concern the same place. */
export function overlap(a: Edit, b: Edit): boolean {
  if (a.kind === 'set' && b.kind === 'set') return startsWith(a.path, b.path) || startsWith(b.path, a.path)
  if (a.kind === 'items' && b.kind === 'items' && sameValue(a.path, b.path))
    return a.index <= b.index + b.removed.length && b.index <= a.index + a.removed.length
  if (a.kind === 'items' && startsWith(b.path, a.path) && b.path.length > a.path.length) {
    const index = Number(b.path[a.path.length])
    return index >= a.index && index < a.index + a.removed.length
  }
  if (b.kind === 'items' && startsWith(a.path, b.path) && a.path.length > b.path.length) return overlap(b, a)
  return startsWith(a.path, b.path) || startsWith(b.path, a.path)
}

/** The same edit, and so no conflict. */
export const sameEdit = (a: Edit, b: Edit): boolean =>
  a.kind === b.kind &&
  sameValue(a.path, b.path) &&
  (a.kind === 'set' && b.kind === 'set'
    ? sameValue(a.after, b.after)
    : a.kind === 'items' &&
      b.kind === 'items' &&
      a.index === b.index &&
      a.removed.length === b.removed.length &&
      sameValue(a.added, b.added))

/** The path of a place of the old document after an edit that does not concern it. */
export function shifted(path: JSONPath, by: Edit): JSONPath {
  if (by.kind !== 'items' || path.length <= by.path.length || !startsWith(path, by.path)) return path
  const index = Number(path[by.path.length])
  if (index < by.index) return path
  return [...by.path, index + by.added.length - by.removed.length, ...path.slice(by.path.length + 1)]
}

export const nodeAtPath = (root: Node, path: JSONPath): Node | undefined => findNodeAtLocation(root, path)
