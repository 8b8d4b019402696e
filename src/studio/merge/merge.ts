import { applyEdits, modify, type FormattingOptions } from 'jsonc-parser'
import {
  editsOf,
  inverseOrder,
  nodeAtPath,
  orderAfter,
  overlap,
  sameEdit,
  sameValue,
  shifted,
  valueOf,
  type Edit,
  type OrderEdit,
} from './edits.ts'

const FORMATTING: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** Two versions of one document: our changes at the same paths as theirs. */
export interface Clash {
  mine: readonly Edit[]
  theirs: readonly Edit[]
  /** Both can stay: each has only put items at the same position of a list. */
  canBoth: boolean
}

/** Which of the two stays. */
export const CHOICES = ['mine', 'theirs', 'both'] as const
export type Choice = (typeof CHOICES)[number]

export interface Merged {
  /** Their text with our edits that do not clash. */
  text: string
  clashes: readonly Clash[]
  /** Their text with all of our edits that do not clash, and those clashes in which ours is chosen. */
  resolve(choices: readonly Choice[]): string
}

/**
 * Merges two versions by paths; undefined if a version is no JSON or a file is deleted. Order, comments and format are
 * those of their text.
 */
export function mergeTexts(base: string | null, mine: string | null, theirs: string | null): Merged | undefined {
  if (base === null || mine === null || theirs === null) return undefined
  const [old, ours, other] = [valueOf(base), valueOf(mine), valueOf(theirs)]
  if (!old || !ours || !other) return undefined
  const their = editsOf(old.value, other.value)
  const own = editsOf(old.value, ours.value).filter((other) => !their.some((edit) => sameEdit(other, edit)))
  const clashes = clashesOf(own, their)
  const clashing = new Set(clashes.flatMap((clash) => clash.mine))
  const isTexts = isSorted(base)
  const build = (choices: readonly Choice[]): string => {
    // Their edits of a clash that is decided for ours are taken back first.
    const back = clashes.flatMap((clash, index) => (choices[index] === 'mine' ? clash.theirs : []))
    const kept = their.filter((edit) => !back.includes(edit))
    const added = own.filter(
      (edit) =>
        !clashing.has(edit) ||
        clashes.some((clash, index) => (choices[index] ?? 'theirs') !== 'theirs' && clash.mine.includes(edit)),
    )
    let text = theirs
    for (const edit of back.toReversed()) text = apply(text, moved(inverse(edit), kept))
    const done: Edit[] = [...kept]
    for (const item of added) {
      text = apply(text, moved(item, done))
      done.push(item)
    }
    return isTexts ? sorted(text) : text
  }
  return { text: build([]), clashes, resolve: build }
}

/** The groups of edits that concern one another. */
function clashesOf(own: readonly Edit[], their: readonly Edit[]): Clash[] {
  const found: { mine: Edit[]; theirs: Edit[] }[] = []
  const isInsertion = (edit: Edit): boolean => edit.kind === 'items' && edit.removed.length === 0
  for (const item of own) {
    const others = their.filter((edit) => overlap(item, edit))
    if (others.length === 0) continue
    const joined = found.filter((clash) => clash.theirs.some((edit) => others.includes(edit)))
    const clash = {
      mine: [...joined.flatMap(({ mine }) => mine), item],
      theirs: [...new Set([...joined.flatMap(({ theirs }) => theirs), ...others])],
    }
    for (const each of joined) found.splice(found.indexOf(each), 1)
    found.push(clash)
  }
  return found.map((clash) => ({
    ...clash,
    canBoth: [...clash.mine, ...clash.theirs].every((edit) => isInsertion(edit)),
  }))
}

const inverse = (edit: Edit): Edit =>
  edit.kind === 'set'
    ? { ...edit, before: edit.after, after: edit.before }
    : edit.kind === 'order'
      ? inverseOrder(edit)
      : { ...edit, removed: edit.added, added: edit.removed }

/** An edit of the old document as one of a document with other edits. */
function moved(edit: Edit, done: readonly Edit[]): Edit {
  if (edit.kind === 'order') return movedOrder(edit, done)
  let { path } = edit
  let item = edit.kind === 'items' ? [...edit.path, edit.index] : path
  for (const other of done) {
    if (other === edit) continue
    path = shifted(path, other)
    item = shifted(item, other)
  }
  return edit.kind === 'set' ? { ...edit, path } : { ...edit, path, index: Number(item.at(-1)) }
}

function movedOrder(edit: OrderEdit, done: readonly Edit[]): OrderEdit {
  const others = done.filter((other) => other !== edit)
  const sameList = others.find(
    (other): other is OrderEdit => other.kind === 'order' && sameValue(other.path, edit.path),
  )
  let result = sameList ? orderAfter(edit, sameList) : edit
  for (const other of others) {
    if (other === sameList) continue
    const first = shifted([...result.path, result.index], other)
    result = { ...result, path: first.slice(0, -1), index: Number(first.at(-1)) }
  }
  return result
}

function apply(text: string, edit: Edit): string {
  if (edit.kind === 'set') return change(text, edit.path, edit.after)
  if (edit.kind === 'order') return reorder(text, edit)
  let result = text
  for (const _ of edit.removed) result = change(result, [...edit.path, edit.index], undefined)
  for (const [offset, item] of edit.added.entries())
    result = applyEdits(
      result,
      modify(result, [...edit.path, edit.index + offset], item, {
        formattingOptions: FORMATTING,
        isArrayInsertion: true,
      }),
    )
  return result
}

/** Moves the items of a list as they are written; comments between them stay where they are. */
function reorder(text: string, { path, index, order }: OrderEdit): string {
  const root = valueOf(text)?.root
  const items = root && nodeAtPath(root, path)?.children
  if (!items) return text
  const sources = items.map(({ offset, length }) => text.slice(offset, offset + length))
  return applyEdits(
    text,
    order.flatMap((at, slot) => {
      const [place, content] = [items[index + slot], sources[index + at]]
      return at === slot || !place || content === undefined
        ? []
        : [{ offset: place.offset, length: place.length, content }]
    }),
  )
}

const change = (text: string, path: Edit['path'], value: unknown): string =>
  applyEdits(text, modify(text, path, value, { formattingOptions: FORMATTING }))

/** A file of texts: an object of texts with its keys in order. */
function isSorted(text: string): boolean {
  const value = valueOf(text)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length > 1 &&
    entries.every(
      ([key, entry], index) => typeof entry === 'string' && (index === 0 || (entries[index - 1]?.[0] ?? '') < key),
    )
  )
}

function sorted(text: string): string {
  const value = valueOf(text)?.value as Record<string, string>
  return `${JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}
