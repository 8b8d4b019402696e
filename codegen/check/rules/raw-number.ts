import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'raw-number',
  severity: 'error',
  doc: 'Numbers and times are shown through a formatting function.',
}
export default rule

/** `number`: what is shown, in words. */
export const shownRaw = (number: string): Report => ({
  rule,
  message: `This shows ${number} as it is stored.`,
  suggestion: 'Format it: money(…), price(…), quantity(…), percent(…), number(…) or dateTime(…).',
})

/** `hint`: the functions that format it. */
export const rawArgument = (name: string, key: string, number: string, hint: string): Report => ({
  rule,
  message: `The argument "${name}" of the text "${key}" is ${number} as it is stored.`,
  suggestion: hint,
})
