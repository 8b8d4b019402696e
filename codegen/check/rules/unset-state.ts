import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unset-state',
  severity: 'warning',
  doc: 'A state that is read is set by a step.',
}
export default rule

export const unsetState = (name: string): Report => ({
  rule,
  message: `No step sets the state "${name}", so it never changes.`,
  suggestion: 'Set it with {"action": "set", …}, or write its value where it is read.',
})

export const unsetParam = (name: string): Report => ({
  rule,
  message: `No step of the part sets its parameter "${name}".`,
  suggestion: 'Remove "twoWay".',
})
