import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { describeLetter } from '../source/unusualCharacters.ts'
import { isWord, withoutPlaceholders, wordsOf } from '../source/names/words.ts'
import { textOf } from '../source/findings/messages.ts'

const rule: Rule = {
  meta: {
    name: 'wrong-script',
    severity: 'error',
    follows: {
      // Markup is in Latin letters.
      'markup-in-text': 'near',
    },
    doc: 'A text is written in the script of its language.',
  },
  on: {
    text({ text, original, script, same }, report) {
      if (text === original || !script) return
      const words = wordsOf(text)
      if (words.length === 0) return
      if (
        !script.test(withoutPlaceholders(text)) &&
        words.some((word) => !same.has(word)) &&
        (original === undefined || wordsOf(original).some(isWord))
      )
        return report(noLetter())
      const mixed = words.find(
        (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
      )
      if (mixed !== undefined) report(mixes(mixed, /[\p{Script=Cyrillic}\p{Script=Greek}]/u.exec(mixed)?.[0] ?? ''))
    },
  },
}
export default rule

const noLetter = (): Report => ({
  code: 'noLetter',
})

const mixes = (word: string, letter: string): Report => ({
  code: 'mixes',
  params: { word, letter: textOf(describeLetter(letter)) },
})
