import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'hard-coded-text',
    severity: 'error',
    doc: 'Words for the user are in locales, not in a screen.',
  },
  on: {
    storedTextShown: ({ values }, report) =>
      report({ code: 'shownAsStored', params: { values: values.slice(0, 3).join(', ') } }),
    literalTextShown: ({ word, isExpression }, report) =>
      report({ code: isExpression ? 'wordInEveryLanguage' : 'shownInEveryLanguage', params: { word } }),
  },
}
export default rule
