import { nodeAt, parse, type Place } from '../model/document.ts'

/** The part of a file that an editor shows: offsets into its text. */
export interface Slice {
  start: number
  end: number
}

export interface Replacement {
  from: number
  to: number
  insert: string
}

/** The value at a path; the whole text without one. */
export function sliceOf(text: string, place: Place | undefined): Slice {
  const node = place === undefined ? undefined : nodeAt(parse(text), place)
  return node ? { start: node.offset, end: node.offset + node.length } : { start: 0, end: text.length }
}

/** The smallest replacement that turns one text into another: the cursor and the folds stay. */
export function difference(before: string, after: string): Replacement {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** A slice after a replacement in the file: what is before it moves it, what is in it belongs to it. */
export function moved({ start, end }: Slice, { from, to, insert }: Replacement): Slice {
  const delta = insert.length - (to - from)
  if (to < start || (to === start && from < start)) return { start: start + delta, end: end + delta }
  if (from > end || (from === end && to > end)) return { start, end }
  return { start: Math.min(start, from), end: Math.max(end, to) + delta }
}
