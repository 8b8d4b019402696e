import type { Report, Rule } from '../source/diagnostics.ts'

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

export const memberMissing = (name: string): Report => ({
  rule,
  code: 'memberMissing',
  params: { name },
})

/** `holder`: what needs the member, for a sentence. */
export const needs = (holder: string, name: string): Report => ({ rule, code: 'needs', params: { holder, name } })

/** A parameter that the use of a part lacks. */
export const needsParam = (part: string, name: string): Report => ({ rule, code: 'needsParam', params: { part, name } })

export const needsArgument = (action: string, name: string): Report => ({
  rule,
  code: 'needsArgument',
  params: { action, name },
})

/** A call that requires members of "payload". */
export const needsPayload = (call: string, members: readonly string[]): Report => ({
  rule,
  code: 'needsPayload',
  params: { call, members },
})

/** A route that requires members of "params". */
export const needsParams = (route: string, members: readonly string[]): Report => ({
  rule,
  code: 'needsParams',
  params: { route, members },
})

export const needsProp = (widget: string, name: string): Report => ({
  rule,
  code: 'needsProp',
  params: { widget, name },
})

export const noActionName = (): Report => ({
  rule,
  code: 'noActionName',
})

export const noFirstValue = (): Report => ({
  rule,
  code: 'noFirstValue',
})

/** A state without a "type" whose value is an expression. */
export const noTypeOfExpression = (state: string): Report => ({
  rule,
  code: 'noTypeOfExpression',
  params: { state },
})

export const noStateType = (state: string): Report => ({
  rule,
  code: 'noStateType',
  params: { state },
})
