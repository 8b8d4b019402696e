import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'hard-coded-text',
  severity: 'error',
  doc: 'Words for the user are in locales, not in a screen.',
}
export default rule

export const shownInEveryLanguage = (word: string, isExpression: boolean): Report => ({
  rule,
  message: `"${word}" would be shown in every language.`,
  suggestion: isExpression
    ? 'Write one text for each case, or take the word from locales/en.json: enumText("prefix", value).'
    : 'Put it into locales/en.json, and write its key here.',
})

export const shownAsStored = (values: readonly string[]): Report => ({
  rule,
  message: `This would be shown as a stored value: ${values.slice(0, 3).join(', ')}.`,
  suggestion: 'Give each value a text in locales/en.json, and write enumText("prefix", value).',
})
