import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isWord, wordsOf } from '../source/names/words.ts'

const rule: Rule = {
  meta: {
    name: 'untranslated-text',
    severity: 'warning',
    doc: 'A translation is not a copy of the source language.',
  },
  on: {
    text({ text, original, same }, report) {
      if (text !== original) return
      const words = wordsOf(text).filter((word) => isWord(word) && !same.has(word))
      if (words.length > 0) report(copied(words))
    },
  },
}
export default rule

/** Words that the message names. */
const SHOWN = 3

const copied = (words: readonly string[]): Report => ({
  code: 'copied',
  params: { words: words.slice(0, SHOWN) },
})
