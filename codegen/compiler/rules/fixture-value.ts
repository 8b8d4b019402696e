import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'fixture-value',
  severity: 'error',
  follows: { 'impossible-schema': 'contract' },
  doc: 'A value of a fixture fits the schema of its place: the answer of the call, the user, the parameter, the state.',
}
export default rule

/** `expected`: as text with an article. */
export const otherValue = (expected: string, found: string): Report => ({
  rule,
  code: 'otherValue',
  params: { expected, found },
})

export const notTime = (): Report => ({
  rule,
  code: 'notTime',
})

export const twoReplies = (): Report => ({
  rule,
  code: 'twoReplies',
})

export const paramsWithoutRefusal = (): Report => ({
  rule,
  code: 'paramsWithoutRefusal',
})

export const messageNeeds = (code: string, name: string): Report => ({
  rule,
  code: 'messageNeeds',
  params: { code, name },
})
