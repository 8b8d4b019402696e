import { getNodeValue, type Node } from 'jsonc-parser'
import {
  insertSource,
  itemOf,
  moveItem,
  nodeAt,
  parse,
  setValue,
  toPath,
  toPlace,
  type Place,
} from '../model/document.ts'
import type { ActionInfo } from '../model/vocabulary.ts'

export interface Edited {
  text: string
  place: Place
}

const countAt = (text: string, list: Place): number => nodeAt(parse(text), list)?.children?.length ?? 0

/** Adds a step at the end of a list of steps, which is made if it is missing. */
export function addStep(text: string, list: Place, step: Readonly<Record<string, unknown>>): Edited {
  const count = countAt(text, list)
  const next = count === 0 ? setValue(text, list, [step]) : insertSource(text, list, count, sourceOf(step))
  return { text: next, place: `${list}/${count}` }
}

/** A short object on one line, as authors write steps. */
const sourceOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(sourceOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${sourceOf(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Removes a step; a list that is empty then is no handler, so it goes with its last step. */
export function removeStep(text: string, place: Place): Edited {
  const item = itemOf(place)
  if (!item) return { text, place }
  const next = withoutEmpty(setValue(text, place, undefined), item.list)
  const holder = toPlace(toPath(item.list).slice(0, -1))
  return { text: next, place: item.index > 0 ? `${item.list}/${item.index - 1}` : holder }
}

/** Moves a step among those of its list. */
export function shiftStep(text: string, place: Place, by: -1 | 1): Edited | null {
  const item = itemOf(place)
  if (!item || item.index + by < 0 || item.index + by >= countAt(text, item.list)) return null
  return moveItem(text, place, item.list, by === 1 ? item.index + 2 : item.index - 1)
}

/** Puts a step at the end of another list of steps. */
export function putStep(text: string, from: Place, list: Place): Edited | null {
  const item = itemOf(from)
  if (!item || list === item.list || `${list}/`.startsWith(`${from}/`)) return null
  const value: unknown = getNodeValueAt(text, from)
  if (!nodeAt(parse(text), list)) {
    // A branch that the step has not yet: made first, so that no path before it changes.
    const added = setValue(text, list, [value])
    const removed = withoutEmpty(setValue(added, from, undefined), item.list)
    return { text: removed, place: placeAfter(`${list}/0`, item) }
  }
  const moved = moveItem(text, from, list, countAt(text, list))
  return moved && { text: withoutEmpty(moved.text, item.list), place: moved.place }
}

const getNodeValueAt = (text: string, place: Place): unknown => {
  const node = nodeAt(parse(text), place)
  return node ? (getNodeValue(node) as unknown) : undefined
}

/** Path after an earlier item has been removed. */
function placeAfter(place: Place, { list, index }: { list: Place; index: number }): Place {
  if (!place.startsWith(`${list}/`)) return place
  const [at = '', ...rest] = place.slice(list.length + 1).split('/')
  return Number(at) > index ? [list, String(Number(at) - 1), ...rest].join('/') : place
}

/** The document without an empty list of steps, and without "on" if that was its last event. */
function withoutEmpty(text: string, list: Place): string {
  const node = nodeAt(parse(text), list)
  if (!node || (node.children?.length ?? 0) > 0) return text
  const path = toPath(list)
  const holder = nodeAt(parse(text), toPlace(path.slice(0, -1)))
  const isLastEvent = path.at(-2) === 'on' && holder?.children?.length === 1
  return setValue(text, isLastEvent ? toPlace(path.slice(0, -1)) : list, undefined)
}

export interface Target {
  list: Place
  label: string
}

/** The lists of steps of one event: its own, and the branches of its steps, also those that have no step yet. */
export function targetsIn(text: string, root: Place, actions: ReadonlyMap<string, ActionInfo>): Target[] {
  const found: Target[] = [{ list: root, label: 'the steps of this event' }]
  const visit = (list: Place, node: Node | undefined, trail: string): void => {
    node?.children?.forEach((_step, index) => {
      const place = `${list}/${index}`
      const value = getNodeValueAt(text, place) as { action?: string } | undefined
      const action = actions.get(value?.action ?? '')
      if (!action) return
      for (const [branch, { 'x-title': title = branch }] of Object.entries(action.branches)) {
        const inner = `${place}/${branch}`
        const label = `${trail}${index + 1}. ${action.title}: ${title}`
        found.push({ list: inner, label })
        visit(inner, nodeAt(parse(text), inner), `${label} › `)
      }
    })
  }
  visit(root, nodeAt(parse(text), root), '')
  return found
}
