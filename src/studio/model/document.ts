import { applyEdits, getNodePath, modify, type FormattingOptions } from 'jsonc-parser'
import {
  memberPlace,
  nodeAt,
  parse,
  placeAt,
  toPath,
  toPlace,
  type Node,
  type Place,
} from '../../../codegen/compiler/service/index.ts'

const FORMATTING: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** The value of a document; null if it is no JSON. */
export function parsed(text = 'null'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The offset at which each line of a text begins. */
export const lineStarts = (text: string): number[] =>
  text.split('\n').reduce<number[]>((all, line) => (all.push((all.at(-1) ?? 0) + line.length + 1), all), [0])

/** Sets or removes (undefined) a value; what is not touched keeps its format, order and comments. */
export function setValue(text: string, place: Place, value: unknown): string {
  return applyEdits(text, modify(text, toPath(place), value, { formattingOptions: FORMATTING }))
}

/** Sets a member of the document; a member that it lacks is put where `order` has it. */
export function insertMember(text: string, name: string, value: unknown, order: readonly string[]): string {
  const present = (parse(text)?.children ?? []).map(({ children }) => String(children?.[0]?.value))
  if (present.includes(name)) return setValue(text, name, value)
  const rank = order.indexOf(name)
  const index = present.findLastIndex((item) => order.includes(item) && order.indexOf(item) < rank) + 1
  return applyEdits(
    text,
    modify(text, [name], value, { formattingOptions: FORMATTING, getInsertionIndex: () => index }),
  )
}

/** The text of a value as it is written in the document. */
export function sourceAt(text: string, place: Place): string | undefined {
  const node = nodeAt(parse(text), place)
  return node && text.slice(node.offset, node.offset + node.length)
}

/** The list and the index of an item. */
export function itemOf(place: Place): { list: Place; index: number } | null {
  const path = toPath(place)
  const index = path.at(-1)
  return typeof index === 'number' ? { list: toPlace(path.slice(0, -1)), index } : null
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? ''

/** Moves the lines of a value to another indentation; its first line has none. */
function reindent(source: string, from: string, to: string): string {
  return source
    .split('\n')
    .map((line, index) => (index === 0 ? line : line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n')
}

/** Inserts a value, as its source text, into a list; the list is made if the object lacks it. */
export function insertSource(text: string, list: Place, index: number, source: string, indent = ''): string {
  const node = nodeAt(parse(text), list)
  if (!node) {
    const value = JSON.parse(source) as unknown
    return setValue(text, list, [value])
  }
  const items = node.children ?? []
  const after = items[index - 1]
  const before = items[index]
  if (items.length === 0) {
    const inner = `${indentAt(text, node.offset)}  `
    const body = `[\n${inner}${reindent(source, indent, inner)}\n${inner.slice(2)}]`
    return text.slice(0, node.offset) + body + text.slice(node.offset + node.length)
  }
  const sample = before ?? after
  if (!sample) return text
  const isOwnLine = text.slice(lineStart(text, sample.offset), sample.offset).trim() === ''
  const inner = isOwnLine ? indentAt(text, sample.offset) : indent
  const separator = isOwnLine ? `,\n${inner}` : ', '
  const written = isOwnLine ? reindent(source, indent, inner) : source
  if (after) {
    const end = after.offset + after.length
    return text.slice(0, end) + separator + written + text.slice(end)
  }
  return text.slice(0, sample.offset) + written + separator + text.slice(sample.offset)
}

/** Removes a value; the rest keeps its format. */
export const removeAt = (text: string, place: Place): string => setValue(text, place, undefined)

/** Moves an item into a list before `index` (counted before the move). Returns the text and the new path. */
export function moveItem(text: string, from: Place, list: Place, index: number): { text: string; place: Place } | null {
  const item = itemOf(from)
  const source = sourceAt(text, from)
  const node = nodeAt(parse(text), from)
  if (!item || source === undefined || !node || list === from || list.startsWith(`${from}/`)) return null
  if (item.list === list && (index === item.index || index === item.index + 1)) return null
  const indent = indentAt(text, node.offset)
  const isLater = comparePlaces(`${list}/${index}`, from) > 0
  if (isLater) {
    const inserted = insertSource(text, list, index, source, indent)
    const shift = item.list === list ? index - 1 : index
    return { text: removeAt(inserted, from), place: `${shiftPlace(list, item)}/${shift}` }
  }
  const removed = removeAt(text, from)
  return { text: insertSource(removed, list, index, source, indent), place: `${list}/${index}` }
}

/** Path after the removal of an item before it. */
function shiftPlace(place: Place, removed: { list: Place; index: number }): Place {
  if (!place.startsWith(`${removed.list}/`)) return place
  const [index = '', ...rest] = place.slice(removed.list.length + 1).split('/')
  if (Number(index) <= removed.index) return place
  return [removed.list, String(Number(index) - 1), ...rest].join('/')
}

/** Order in the document: members of an object are equal, items of a list are ordered. */
export function comparePlaces(a: Place, b: Place): number {
  const [left, right] = [toPath(a), toPath(b)]
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]]
    if (one === other) continue
    return typeof one === 'number' && typeof other === 'number' ? one - other : 0
  }
  return left.length - right.length
}

export function duplicate(text: string, place: Place): { text: string; place: Place } | null {
  const item = itemOf(place)
  const source = sourceAt(text, place)
  const node = nodeAt(parse(text), place)
  if (!item || source === undefined || !node) return null
  return {
    text: insertSource(text, item.list, item.index + 1, source, indentAt(text, node.offset)),
    place: `${item.list}/${item.index + 1}`,
  }
}

/** Puts an item into the default slot of another widget. */
export function wrap(text: string, place: Place, widget: string): string | null {
  const source = sourceAt(text, place)
  const node = nodeAt(parse(text), place)
  if (source === undefined || !node || !itemOf(place)) return null
  const indent = indentAt(text, node.offset)
  const inner = `${indent}    `
  const wrapped = `{\n${indent}  "widget": ${JSON.stringify(widget)},\n${indent}  "children": [\n${inner}${reindent(source, indent, inner)}\n${indent}  ]\n${indent}}`
  return text.slice(0, node.offset) + wrapped + text.slice(node.offset + node.length)
}

export { getNodePath, memberPlace, nodeAt, parse, placeAt, toPath, toPlace, type Node, type Place }
