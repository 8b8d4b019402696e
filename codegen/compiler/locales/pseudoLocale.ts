/** How much longer a pseudo text is than its source. */
export const GROWTH = 1.4

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const ACCENTED = 'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÔôÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]))
/** Arguments: replaced at run time, not shown literally. */
const PLACEHOLDER = /(\{\{[^}]*\}\})/

/**
 * An artificial language: the source in accents, longer by two fifths, in brackets. Text without accents is not
 * translated, text without both brackets is cut, and text that overflows has no space for a longer language.
 */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text
  const parts = text.split(PLACEHOLDER)
  const letters = parts.reduce((sum, part) => sum + (PLACEHOLDER.test(part) ? 0 : [...part].length), 0)
  let missing = Math.ceil(letters * (GROWTH - 1))
  const vowels = parts.reduce(
    (sum, part) => sum + (PLACEHOLDER.test(part) ? 0 : (part.match(/[aeiou]/gi) ?? []).length),
    0,
  )
  const each = vowels === 0 ? 0 : Math.ceil(missing / vowels)
  const grown = parts.map((part) => {
    if (PLACEHOLDER.test(part)) return part
    return [...part]
      .map((letter) => {
        const accented = accents.get(letter) ?? letter
        const more = /[aeiou]/i.test(letter) ? Math.min(each, missing) : 0
        missing -= more
        return accented + accented.toLowerCase().repeat(more)
      })
      .join('')
  })
  return `⟦${grown.join('')}${'~'.repeat(missing)}⟧`
}

/** The texts of the source language in the pseudo language: same keys, same arguments, same plural forms. */
export function pseudoLocale(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]))
}
