import { findNodeAtLocation, getNodeValue, parseTree, type JSONPath, type Node } from 'jsonc-parser'
import {
  changedPart,
  movedItems,
  orderOf,
  pairsOf,
  type ItemComparison,
} from '../../../codegen/compiler/service/index.ts'
import { isObject } from '../../engine/language/values/json.ts'

type Value = unknown

/**
 * A difference of two versions of a document: a value that is set or removed (undefined), items of a list that are replaced, or items of
 * a list that are moved: `order` has, for each position from `index` on, the earlier position of its item, counted from
 * `index`.
 */
export type Edit =
  | { kind: 'set'; path: JSONPath; before: Value; after: Value }
  | { kind: 'items'; path: JSONPath; index: number; removed: readonly Value[]; added: readonly Value[] }
  | OrderEdit

export interface OrderEdit {
  kind: 'order'
  path: JSONPath
  index: number
  order: readonly number[]
}

export const sameValue = (a: Value, b: Value): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  )
}

/** Kind of a node, a part or a step: items of different kinds are different items. */
const kindOf = (value: Value): Value => (isObject(value) ? (value.widget ?? value.part ?? value.action) : typeof value)

/** The value of a text; undefined for one with a syntax error. */
export function valueOf(text: string): { root: Node; value: Value } | undefined {
  const errors: { error: number; offset: number; length: number }[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  return root && errors.length === 0 ? { root, value: getNodeValue(root) as Value } : undefined
}

/** The value at a path of a document; undefined where there is none. */
export const valueAt = (text: string, path: JSONPath): Value =>
  path.reduce<Value>((value, name) => (value as Record<string, Value> | undefined)?.[name], valueOf(text)?.value)

/** The differences of two values, each at its innermost path. */
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
  const part = changedPart(before, after, ITEMS)
  const { index, removed, added } = part
  const order = orderOf(part, ITEMS)
  if (!order) return [{ kind: 'items', path, index, removed, added }]
  // The edits within the items come first: their paths are those of the old document.
  const inner = order.flatMap((at, place) => editsOf(removed[at], added[place], [...path, index + at]))
  return movedItems(order).length === 0 ? inner : [...inner, { kind: 'order', path, index, order }]
}

/** Two versions of one node: of one kind, with a property in common. */
function alike(a: Value, b: Value): boolean {
  if (!isObject(a) || !isObject(b) || kindOf(a) !== kindOf(b)) return false
  const shares = (value: Value, other: Value): boolean =>
    isObject(value) &&
    isObject(other) &&
    Object.keys(value).some(
      (name) =>
        !['widget', 'part', 'action'].includes(name) &&
        Object.hasOwn(other, name) &&
        sameValue(value[name], other[name]),
    )
  return shares(a, b) || shares(a.props, b.props)
}

const ITEMS: ItemComparison<Value> = { same: sameValue, alike, kindOf }

/** An edit in detail: of items that are replaced, those that stayed have their own changes and another order, the others came or went. */
export function detailsOf(edit: Edit): Edit[] {
  if (edit.kind !== 'items') return [edit]
  const { path, index } = edit
  const pairs = pairsOf(edit, ITEMS)
  const inner = edit.added.flatMap((item, at) => {
    const place = pairs[at]
    return place === undefined ? [] : editsOf(edit.removed[place], item, [...path, index + place])
  })
  const removed = edit.removed.filter((_, at) => !pairs.includes(at))
  const added = edit.added.filter((_, at) => pairs[at] === undefined)
  const order = pairs.filter((at) => at !== undefined)
  return [
    ...inner.flatMap(detailsOf),
    ...(removed.length + added.length > 0 ? [{ ...edit, removed, added }] : []),
    ...(movedItems(order).length > 0 ? [{ kind: 'order', path, index, order } as const] : []),
  ]
}

/** The order of both edits of one list; undefined if they contradict each other. */
export function joinOrders(mine: OrderEdit, theirs: OrderEdit): OrderEdit | undefined {
  const index = Math.min(mine.index, theirs.index)
  const end = Math.max(mine.index + mine.order.length, theirs.index + theirs.order.length)
  const [own, other] = [mine, theirs].map((edit) => {
    const order: number[] = []
    for (let at = index; at < end; at += 1) order.push(placeBefore(edit, at) - index)
    return order
  }) as [number[], number[]]
  const movedThere = new Set(movedItems(other).map((at) => other[at] ?? 0))
  const order = [...other]
  for (const at of movedItems(own)) {
    const item = own[at] ?? 0
    const previous = own.slice(0, at).findLast((item) => !movedThere.has(item))
    order.splice(order.indexOf(item), 1)
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, item)
  }
  const keeps = (wanted: readonly number[]): boolean =>
    wanted.every((item, at) =>
      wanted.slice(at + 1).every((later) => item < later || order.indexOf(item) < order.indexOf(later)),
    )
  return keeps(own) && keeps(other) ? { kind: 'order', path: mine.path, index, order } : undefined
}

/** Where an item was before an order edit. */
const placeBefore = ({ index, order }: OrderEdit, at: number): number => index + (order[at - index] ?? at - index)

/** Inverse of an order edit. */
export const inverseOrder = (edit: OrderEdit): OrderEdit => ({
  ...edit,
  order: edit.order.map((_, at) => edit.order.indexOf(at)),
})

/** An order edit of the old document as one of a document that has another order edit of the same list, which it does not contradict. */
export function orderAfter(edit: OrderEdit, done: OrderEdit): OrderEdit {
  const joined = joinOrders(edit, done)
  if (!joined) return edit
  const current = joined.order.map((_, at) => placeBefore(done, joined.index + at) - joined.index)
  return { ...joined, order: joined.order.map((item) => current.indexOf(item)) }
}

const startsWith = (path: JSONPath, start: JSONPath): boolean =>
  start.length <= path.length && start.every((segment, index) => segment === path[index])

/** Whether two edits of one document concern the same path. */
export function overlap(a: Edit, b: Edit): boolean {
  if (a.kind === 'order' && b.kind === 'order' && sameValue(a.path, b.path)) return joinOrders(a, b) === undefined
  // Items keep their content as they move; items that come and go between them are another matter.
  if (a.kind === 'order' && b.path.length > a.path.length && startsWith(b.path, a.path)) return false
  if (a.kind === 'order' && b.kind === 'items' && sameValue(a.path, b.path)) {
    const end = a.index + a.order.length
    return b.removed.length === 0
      ? b.index > a.index && b.index < end
      : b.index < end && a.index < b.index + b.removed.length
  }
  if (b.kind === 'order' && a.kind !== 'order') return overlap(b, a)
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
  ((a.kind === 'set' && b.kind === 'set' && sameValue(a.after, b.after)) ||
    (a.kind === 'items' &&
      b.kind === 'items' &&
      a.index === b.index &&
      a.removed.length === b.removed.length &&
      sameValue(a.added, b.added)) ||
    (a.kind === 'order' && b.kind === 'order' && a.index === b.index && sameValue(a.order, b.order)))

/** A path of the old document after an edit that does not concern it. */
export function shifted(path: JSONPath, by: Edit): JSONPath {
  if (by.kind === 'set' || path.length <= by.path.length || !startsWith(path, by.path)) return path
  const index = Number(path[by.path.length])
  if (by.kind === 'order') {
    const at = by.order.indexOf(index - by.index)
    return at === -1 ? path : [...by.path, by.index + at, ...path.slice(by.path.length + 1)]
  }
  if (index < by.index) return path
  return [...by.path, index + by.added.length - by.removed.length, ...path.slice(by.path.length + 1)]
}

export const nodeAtPath = (root: Node, path: JSONPath): Node | undefined => findNodeAtLocation(root, path)
