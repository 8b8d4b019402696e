/** Words of a name in small letters without accents, so that cards in capitals compare equal. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/**
 * Whether the holder of a card can be the person with this first and last name: all words of the name are in it, in any order,
 * first names as initials too. Middle names and titles may be added. Names without spaces between them compare as a whole.
 */
export function isHolderOf(holder: string, { first, last }: { first: string; last: string }): boolean {
  const words = wordsOf(holder)
  const [firstWords, lastWords] = [wordsOf(first), wordsOf(last)]
  const joined = words.join('')
  if (joined === [...lastWords, ...firstWords].join('') || joined === [...firstWords, ...lastWords].join(''))
    return true
  const hasInitial = (word: string) => words.some((other) => other.length === 1 && word.startsWith(other))
  return (
    lastWords.every((word) => words.includes(word)) &&
    firstWords.some((word) => words.includes(word) || hasInitial(word))
  )
}
