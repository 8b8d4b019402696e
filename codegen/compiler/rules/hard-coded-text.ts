import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'hard-coded-text',
  severity: 'error',
  doc: 'Words for the user are in locales, not in a screen.',
}
export default rule

export const shownInEveryLanguage = (word: string, isExpression: boolean): Report => ({
  rule,
  code: isExpression ? 'wordInEveryLanguage' : 'shownInEveryLanguage',
  params: { word },
})

export const shownAsStored = (values: readonly string[]): Report => ({
  rule,
  code: 'shownAsStored',
  params: { values: values.slice(0, 3).join(', ') },
})
