import { showType } from '../../compile/describeType.ts'
import { missingName } from '../../compile/diagnostics.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import type { Type } from '../../compile/types.ts'

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
  message:
    kind === 'part'
      ? 'The part sets this parameter, so it needs a parameter of this part with "twoWay".'
      : 'The part sets this parameter, so it needs a state of the screen.',
  suggestion:
    didYouMean(name, states) ??
    (kind === 'part' ? 'Write "=name" with the name of a parameter that has "twoWay": true.' : 'Write "=state.name".'),
  cause: missingName(name),
})

export const otherStateType = (set: Type, state: Type): Report => ({
  rule,
  message: `The part may set ${showType(set)} here, and the state has the type ${showType(state)}.`,
  suggestion: 'Give the state and the parameter the same type.',
})

export const queryOfOtherCall = (call: string, query: string, given: string): Report => ({
  rule,
  message: `The part needs a query of the call "${call}", and "${query}" is a query of "${given}".`,
  suggestion: 'Pass a query of that call, or use another part.',
})

export const notQuery = (call: string, name: string, queries: Iterable<string>): Report => ({
  rule,
  message: `The part waits for this parameter, so it needs a query of the call "${call}".`,
  suggestion: didYouMean(name, queries) ?? 'Write "=name" with the name of a query.',
  cause: missingName(name),
})

export const optionalState = (): Report => ({
  rule,
  message: 'A parameter with "twoWay" is a state of the screen, so it is required.',
  suggestion: 'Remove "required" and "default".',
})

export const stateGivenTwice = (): Report => ({
  rule,
  message: 'Two parameters of the part have this state, and a parameter with "twoWay" needs a state of its own.',
  suggestion: 'Declare a second state, and pass it to one of the two.',
})
