import type { Report, Rule } from '../source/diagnostics.ts'
import type { Advice } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'raw-number',
  severity: 'error',
  doc: 'Numbers, times and codes are shown through a formatting function.',
}
export default rule

/** `number`: the shown number, as text. */
export const shownRaw = (number: string): Report => ({
  rule,
  code: 'shownRaw',
  params: { number },
})

/** `of`: the function that gives the name. */
export const shownCode = (of: 'country' | 'language'): Report => ({
  rule,
  code: 'shownCode',
  params: { of },
})

/** `hint`: the functions that format it. */
export const rawArgument = (name: string, key: string, number: string, hint: Advice): Report => ({
  rule,
  code: 'rawArgument',
  params: { name, key, number },
  suggestion: hint,
})

/** `formatter`: how an amount of this unit is shown. */
export const formattedAsNumber = (number: string, formatter: string): Report => ({
  rule,
  code: 'formattedAsNumber',
  params: { number, formatter },
})
