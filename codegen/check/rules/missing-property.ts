import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'missing-property',
  severity: 'error',
  follows: {
    'unknown-part': 'near',
    'unknown-property': 'near',
    'unknown-prop': 'near',
    'unknown-argument': 'near',
    'unknown-slot': 'near',
    'unknown-call': 'near',
    'unknown-action': 'near',
    'unknown-widget': 'near',
    'show-loop': 'near',
    'money-trigger': 'near',
    'query-effect': 'near',
  },
  doc: 'Every required member is present.',
}
export default rule

const names = (all: readonly string[]): string => all.map((name) => `"${name}"`).join(', ')

export const memberMissing = (name: string): Report => ({
  rule,
  message: `"${name}" is missing here.`,
  suggestion: `Add "${name}".`,
})

/** `holder`: what needs the member, in words or in quotes. */
export const needs = (holder: string, name: string): Report => ({ rule, message: `${holder} needs "${name}".` })

/** A call or a route that requires members of "payload" or "params". */
export const needsWith = (target: string, name: string, members: readonly string[]): Report => ({
  rule,
  message: `"${target}" needs "${name}" with ${names(members)}.`,
})

export const needsProp = (widget: string, name: string): Report => ({
  rule,
  message: `${widget} needs the prop "${name}".`,
  suggestion: `Add "${name}" to "props".`,
})

export const noActionName = (): Report => ({
  rule,
  message: 'A step needs "action": the name of an action.',
  suggestion: 'Write {"action": "…", …}.',
})

export const noFirstValue = (): Report => ({
  rule,
  message: 'A state with a "type" needs its first "value".',
  suggestion: 'Add "value" with a value of this type.',
})

/** A state without a "type" whose value is an expression. */
export const noTypeOfExpression = (state: string): Report => ({
  rule,
  message: `The value of the state "${state}" is an expression, and the state has no type.`,
  suggestion: 'Write {"type": {…schema…}, "value": "=…"}. A text that begins with "=" is written with "==".',
})

export const noStateType = (state: string): Report => ({
  rule,
  message: `The type of the state "${state}" cannot be inferred from this value.`,
  suggestion: 'Write {"type": {…schema…}, "value": …}.',
})
