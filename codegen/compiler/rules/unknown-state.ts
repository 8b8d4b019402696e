import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'
import { missingName } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-state',
    severity: 'error',
    doc: 'A state that a step sets is declared by the screen.',
  },
  on: {
    unknownFieldOfState: ({ field, outer, fields }, report) =>
      report({ code: 'noFieldOfState', params: { field, outer }, suggestion: didYouMean(field, fields) }),
    stateWithoutFields: ({ outer, type }, report) =>
      report({ code: 'noFieldToSet', params: { outer, type: showType(type) } }),
    unknownSettableParam: ({ name, isParameter, parameters }, report) =>
      report({
        code: isParameter ? 'notTwoWay' : 'noSettableParameter',
        params: { name },
        suggestion: isParameter ? undefined : didYouMean(name, parameters),
      }),
    unknownState: ({ state, states }, report) =>
      report({ code: 'noState', params: { state }, suggestion: didYouMean(state, states), cause: missingName(state) }),
  },
}
export default rule
