import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'
import { missingName } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'reference-parameter',
    severity: 'error',
    doc: 'A parameter with “twoWay” gets a state of exactly its type, and a parameter with “query” gets a query of exactly its call.',
  },
  on: {
    stateGivenTwice: (_, report) => report({ code: 'stateGivenTwice' }),
    referenceNotQuery: ({ call, name, queries }, report) =>
      report({ code: 'notQuery', params: { call }, suggestion: didYouMean(name, queries), cause: missingName(name) }),
    referenceNotState: ({ kind, name, states }, report) =>
      report({
        code: kind === 'part' ? 'notReference' : 'notState',
        suggestion: didYouMean(name, states),
        cause: missingName(name),
      }),
    otherStateType: ({ set, state }, report) =>
      report({ code: 'otherStateType', params: { set: showType(set), state: showType(state) } }),
    queryOfOtherCall: ({ call, query, given }, report) =>
      report({ code: 'queryOfOtherCall', params: { call, query, given } }),
    optionalStateReference: (_, report) => report({ code: 'optionalState' }),
  },
}
export default rule
