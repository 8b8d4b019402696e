import { applyEdits, modify, type FormattingOptions } from 'jsonc-parser'
import { editsOf, overlap, sameEdit, shifted, valueOf, type Edit } from './edits.ts'

const FORMATTING: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** Two versions of one document: what of ours concerns the same place as theirs. */
export interface Clash {
  mine: readonly Edit[]
  theirs: readonly Edit[]
}

export interface Merged {
  /** Their text with our edits that do not clash. */
  text: string
  clashes: readonly Clash[]
  /** Their text with all of our edits that do not clash, and those clashes in which ours is chosen. */
  resolve(choices: readonly ('mine' | 'theirs')[]): string
}

/** Merges two versions by places; undefined if a version is no JSON or a file is deleted. Order, comments and format are those of their text. */
export function mergeTexts(base: string | null, mine: string | null, theirs: string | null): Merged | undefined {
  if (base === null || mine === null || theirs === null) return undefined
  const [old, ours, other] = [valueOf(base), valueOf(mine), valueOf(theirs)]
  if (!old || !ours || !other) return undefined
  const their = editsOf(old.value, other.value)
  const own = editsOf(old.value, ours.value).filter((one) => !their.some((edit) => sameEdit(one, edit)))
  const clashes = clashesOf(own, their)
  const clashing = new Set(clashes.flatMap((one) => one.mine))
  const isTexts = isSorted(base)
  const build = (choices: readonly ('mine' | 'theirs')[]): string => {
    // Their edits of a clash that is decided for ours are taken back first.
    const back = clashes.flatMap((one, index) => (choices[index] === 'mine' ? one.theirs : []))
    const kept = their.filter((one) => !back.includes(one))
    const added = own.filter(
      (one) =>
        !clashing.has(one) || clashes.some((clash, index) => choices[index] === 'mine' && clash.mine.includes(one)),
    )
    let text = theirs
    for (const one of back.toReversed()) text = apply(text, moved(inverse(one), kept))
    const done: Edit[] = [...kept]
    for (const one of added) {
      text = apply(text, moved(one, done))
      done.push(one)
    }
    return isTexts ? sorted(text) : text
  }
  return { text: build([]), clashes, resolve: build }
}

/** The groups of edits that concern one another. */
function clashesOf(own: readonly Edit[], their: readonly Edit[]): Clash[] {
  const found: { mine: Edit[]; theirs: Edit[] }[] = []
  for (const one of own) {
    const others = their.filter((edit) => overlap(one, edit))
    if (others.length === 0) continue
    const joined = found.filter((clash) => clash.theirs.some((edit) => others.includes(edit)))
    const clash = {
      mine: [...joined.flatMap(({ mine }) => mine), one],
      theirs: [...new Set([...joined.flatMap(({ theirs }) => theirs), ...others])],
    }
    for (const each of joined) found.splice(found.indexOf(each), 1)
    found.push(clash)
  }
  return found
}

const inverse = (edit: Edit): Edit =>
  edit.kind === 'set'
    ? { ...edit, before: edit.after, after: edit.before }
    : { ...edit, removed: edit.added, added: edit.removed }

/** An edit of the old document as one of a document with other edits. */
function moved(edit: Edit, done: readonly Edit[]): Edit {
  let { path } = edit
  let item = edit.kind === 'items' ? [...edit.path, edit.index] : path
  for (const one of done) {
    if (one === edit) continue
    path = shifted(path, one)
    item = shifted(item, one)
  }
  return edit.kind === 'set' ? { ...edit, path } : { ...edit, path, index: Number(item.at(-1)) }
}

function apply(text: string, edit: Edit): string {
  if (edit.kind === 'set') return change(text, edit.path, edit.after)
  let result = text
  for (const _ of edit.removed) result = change(result, [...edit.path, edit.index], undefined)
  for (const [offset, one] of edit.added.entries())
    result = applyEdits(
      result,
      modify(result, [...edit.path, edit.index + offset], one, {
        formattingOptions: FORMATTING,
        isArrayInsertion: true,
      }),
    )
  return result
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
      ([key, one], index) => typeof one === 'string' && (index === 0 || (entries[index - 1]?.[0] ?? '') < key),
    )
  )
}

function sorted(text: string): string {
  const value = valueOf(text)?.value as Record<string, string>
  return `${JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}
