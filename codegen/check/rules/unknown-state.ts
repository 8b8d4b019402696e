import { showType } from '../../compile/describeType.ts'
import { missingName } from '../../compile/diagnostics.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'unknown-state',
  severity: 'error',
  doc: 'A state that a step sets is declared by the screen.',
}
export default rule

export const noState = (state: string, states: Iterable<string>): Report => ({
  rule,
  message: `The screen declares no state "${state}".`,
  suggestion: didYouMean(state, states),
  cause: missingName(state),
})

/** `isParameter`: the part has the parameter, which is not declared as one that it may set. */
export const noSettableParameter = (name: string, isParameter: boolean, parameters: Iterable<string>): Report => ({
  rule,
  message: `The part has no parameter "${name}" that it may set.`,
  suggestion: isParameter ? 'Declare it with "twoWay": true.' : didYouMean(name, parameters),
})

export const noFieldOfState = (field: string, outer: string, fields: Iterable<string>): Report => ({
  rule,
  message: `There is no "${field}" in "${outer}".`,
  suggestion: didYouMean(field, fields),
})

export const noFieldToSet = (outer: string, type: Type): Report => ({
  rule,
  message: `"${outer}" is ${showType(type)}, so no place in it can be set.`,
  suggestion: `Set "${outer}" as a whole.`,
})
