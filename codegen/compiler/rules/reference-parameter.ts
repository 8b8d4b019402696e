import { showType } from '../infer/describeType.ts'
import { missingName } from '../source/diagnostics.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'reference-parameter',
  severity: 'error',
  follows: { 'unknown-call': 'file', 'unknown-query': 'file' },
  doc: 'A parameter with “twoWay” gets a state of exactly its type, and a parameter with “query” gets a query of exactly its call.',
}
export default rule

/** The argument of a parameter that the part sets: no state of the screen, or no such parameter of the part around it. */
export const notState = (kind: 'screen' | 'part', name: string, states: Iterable<string>): Report => ({
  rule,
  code: kind === 'part' ? 'notReference' : 'notState',
  suggestion: didYouMean(name, states),
  cause: missingName(name),
})

export const otherStateType = (set: Type, state: Type): Report => ({
  rule,
  code: 'otherStateType',
  params: { set: showType(set), state: showType(state) },
})

export const queryOfOtherCall = (call: string, query: string, given: string): Report => ({
  rule,
  code: 'queryOfOtherCall',
  params: { call, query, given },
})

export const notQuery = (call: string, name: string, queries: Iterable<string>): Report => ({
  rule,
  code: 'notQuery',
  params: { call },
  suggestion: didYouMean(name, queries),
  cause: missingName(name),
})

export const optionalState = (): Report => ({
  rule,
  code: 'optionalState',
})

export const stateGivenTwice = (): Report => ({
  rule,
  code: 'stateGivenTwice',
})
