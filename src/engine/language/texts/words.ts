/** Comparable form of a text: without accents, forms of width and capital letters. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const WORD = /[\p{L}\p{N}]+/gu

/** Whether a text contains every word of what was typed to find it, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const within = folded(text)
  return (folded(typed).match(WORD) ?? []).every((word) => within.includes(word))
}
