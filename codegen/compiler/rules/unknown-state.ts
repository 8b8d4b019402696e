import { showType } from '../infer/describeType.ts'
import { missingName } from '../source/diagnostics.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'unknown-state',
  severity: 'error',
  doc: 'A state that a step sets is declared by the screen.',
}
export default rule

export const noState = (state: string, states: Iterable<string>): Report => ({
  rule,
  code: 'noState',
  params: { state },
  suggestion: didYouMean(state, states),
  cause: missingName(state),
})

/** `isParameter`: the part has the parameter, which is not declared as one that it may set. */
export const noSettableParameter = (name: string, isParameter: boolean, parameters: Iterable<string>): Report => ({
  rule,
  code: isParameter ? 'notTwoWay' : 'noSettableParameter',
  params: { name },
  suggestion: isParameter ? undefined : didYouMean(name, parameters),
})

export const noFieldOfState = (field: string, outer: string, fields: Iterable<string>): Report => ({
  rule,
  code: 'noFieldOfState',
  params: { field, outer },
  suggestion: didYouMean(field, fields),
})

export const noFieldToSet = (outer: string, type: Type): Report => ({
  rule,
  code: 'noFieldToSet',
  params: { outer, type: showType(type) },
})
