import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'raw-number',
    severity: 'error',
    doc: 'Numbers, times and codes are shown through a formatting function.',
  },
  on: {
    formattedAsNumber: ({ number, formatter }, report) =>
      report({ code: 'formattedAsNumber', params: { number, formatter } }),
    rawNumberArgument: ({ name, key, number, hint }, report) =>
      report({ code: 'rawArgument', params: { name, key, number }, suggestion: hint }),
    rawCodeShown: ({ of }, report) => report({ code: 'shownCode', params: { of } }),
    rawNumberShown: ({ number }, report) => report({ code: 'shownRaw', params: { number } }),
  },
}
export default rule
