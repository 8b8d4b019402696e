import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'fixture-value',
  severity: 'error',
  follows: { 'impossible-schema': 'contract' },
  doc: 'A value of a fixture fits the schema of its place: the answer of the call, the user, the parameter, the state.',
}
export default rule

/** `expected`: in words, with an article. */
export const otherValue = (expected: string, found: string): Report => ({
  rule,
  message: `Here ${expected} is expected, not ${found}.`,
  suggestion: `Write ${expected}.`,
})

export const notTime = (): Report => ({
  rule,
  message: 'This is not a time with its time zone.',
  suggestion: 'Write it as "2026-03-01T12:00:00Z".',
})

export const twoReplies = (): Report => ({
  rule,
  message: 'A refusal has no data.',
  suggestion: 'Write either "refused" or "data", "repeat" and "values".',
})

export const paramsWithoutRefusal = (): Report => ({
  rule,
  message: 'Only a refusal has "params".',
  suggestion: 'Add "refused" with the code, or remove "params".',
})

export const messageNeeds = (code: string, name: string): Report => ({
  rule,
  message: `The message of ${code} needs the value "${name}".`,
  suggestion: `Add "params": { "${name}": … } beside "refused".`,
})
