/** Comparable form of a text: without accents, forms of width and capital letters. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const WORD = /[\p{L}\p{N}]+/gu

/** A stretch of a text, from a position up to another. */
type Stretch = readonly [from: number, to: number]

/**
 * The stretches of a text that words which were typed to find it occur in, each once, from the start of the text: at the beginning of a word
 * if possible. A word that occurs only across signs, such as "eurusd" in "EUR/USD", is found across them.
 */
export function foundIn(text: string, typed: string): Stretch[] {
  // Each comparable code unit with the character that it is of.
  const letters: { letter: string; at: number; end: number }[] = []
  let at = 0
  for (const character of text) {
    const end = at + character.length
    for (const letter of folded(character).split('')) letters.push({ letter, at, end })
    at = end
  }
  const words = letters.filter(({ letter }) => letter.match(WORD) || letter === ' ')
  const find = (within: typeof letters, word: string): Stretch | null => {
    const text = within.map(({ letter }) => letter).join('')
    const begins = (at: number): boolean => !text[at - 1]?.match(WORD)
    let from = text.indexOf(word)
    for (let at = from; at >= 0; at = text.indexOf(word, at + 1)) if (begins(at) && !begins(from)) from = at
    const [first, last] = [within[from], within[from + word.length - 1]]
    return from >= 0 && first && last ? [first.at, last.end] : null
  }
  const found = (folded(typed).match(WORD) ?? []).flatMap((word) => {
    const stretch = find(letters, word) ?? find(words, word)
    return stretch ? [stretch] : []
  })
  const joined: Stretch[] = []
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1)
    if (before && from <= before[1]) joined[joined.length - 1] = [before[0], Math.max(before[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Whether a text contains every word of what was typed to find it, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const within = folded(text)
  return (folded(typed).match(WORD) ?? []).every((word) => within.includes(word))
}
