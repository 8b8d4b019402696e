import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'raw-number',
  severity: 'error',
  doc: 'Numbers, times and codes are shown through a formatting function.',
}
export default rule

/** `number`: what is shown, in words. */
export const shownRaw = (number: string): Report => ({
  rule,
  message: `This shows ${number} as it is stored.`,
  suggestion: 'Format it: money(…), price(…), quantity(…), percent(…), number(…) or dateTime(…).',
})

/** `of`: the function that gives the name. */
export const shownCode = (of: 'country' | 'language'): Report => ({
  rule,
  message: `This shows the code of a ${of}, not its name.`,
  suggestion: `Write ${of}(…).`,
})

/** `hint`: the functions that format it. */
export const rawArgument = (name: string, key: string, number: string, hint: string): Report => ({
  rule,
  message: `The argument "${name}" of the text "${key}" is ${number} as it is stored.`,
  suggestion: hint,
})

/** `formatter`: how an amount of this unit is shown. */
export const formattedAsNumber = (number: string, formatter: string): Report => ({
  rule,
  message: `number(…) shows ${number} as a plain number.`,
  suggestion: `Write ${formatter}.`,
})
