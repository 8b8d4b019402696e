import type { Advice } from '../findings/diagnostics.ts'
import type { Message } from '../textCatalogue.ts'
import { synonymAmong } from './synonyms.ts'

export interface Near {
  name: string
  /** Whether the suggestion is unambiguous: the only name within one typing error (two in a long word). */
  certain: boolean
}

/** The name most similar to a wrong one, if it is similar enough. */
export function nearest(wrong: string, names: Iterable<string>): Near | undefined {
  const target = wrong.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1
  let rivals = 0
  for (const name of names) {
    if (name === best || Math.abs(name.length - wrong.length) > bestDistance) continue
    const candidateDistance = distance(target, name.toLowerCase(), bestDistance + 1)
    if (candidateDistance < bestDistance) {
      best = name
      bestDistance = candidateDistance
      rivals = 0
    } else if (candidateDistance === bestDistance && best !== undefined) rivals += 1
  }
  if (best === undefined) return undefined
  return {
    name: best,
    certain: rivals === 0 && wrong.length >= 3 && bestDistance <= 2 && !isOtherWord(target, best.toLowerCase()),
  }
}

/** Suggests a name for a wrong one: the one with this synonym, otherwise the one with the most similar spelling. */
export function didYouMean(wrong: string, names: Iterable<string>): Advice | undefined {
  const all = [...names]
  const synonym = synonymAmong(wrong, all)
  if (synonym !== undefined) return renameTo(wrong, synonym)
  const near = nearest(wrong, all)
  if (near === undefined) return undefined
  return {
    ...meant(near.name),
    ...(near.certain ? { rename: { from: wrong, to: near.name } } : {}),
  }
}

/** Suggests the name that was surely meant. */
export const renameTo = (wrong: string, name: string): Advice => ({
  ...meant(name),
  rename: { from: wrong, to: name },
})

/** Same as didYouMean; without a similar name it lists all names, if they are few. */
export function suggest(wrong: string, names: Iterable<string>): Advice | undefined {
  const all = [...names]
  const near = didYouMean(wrong, all)
  if (near || all.length === 0 || all.length > FEW) return near
  const [only] = all
  return all.length === 1 ? { code: 'advice/thereIsOnly', params: { name: only ?? '' } } : thereAre(all)
}

export const meant = (name: string): Message => ({ code: 'advice/didYouMean', params: { name } })

export function thereAre(names: readonly string[]): Message {
  const quoted = names.map((name) => `"${name}"`)
  return {
    code: 'advice/thereAre',
    params: { names: quoted.slice(0, -1).join(', '), last: quoted.at(-1) ?? '' },
  }
}

export const replaceTitle = (from: string, to: string): Message => ({ code: 'fix/replace', params: { from, to } })
const FEW = 8

/** Two neighbouring letters that are others make another word of it, as in minimum and maximum. */
function isOtherWord(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const differ = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  const [first = 0, second = 0] = differ
  return differ.length === 2 && second === first + 1 && !(a[first] === b[second] && a[second] === b[first])
}

/** Three rows of the table below, reused: a misspelt text is compared with every text. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)]

/** Edits between two words, a swap of neighbours counting as one; stops when it cannot be under `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (b.length >= rows[0].length)
    rows = [new Uint32Array(2 * b.length), new Uint32Array(2 * b.length), new Uint32Array(2 * b.length)]
  let [before, previous, row] = rows
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const last = i > 1 ? a.charCodeAt(i - 2) : -1
    row[0] = i
    let rowMinimum = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (letter === other ? 0 : 1),
      )
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && last === other)
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row[j] = cost
      rowMinimum = Math.min(rowMinimum, cost)
    }
    if (rowMinimum >= limit) return limit
    ;[before, previous, row] = [previous, row, before]
  }
  return previous[b.length] ?? limit
}
