import type { Report, Rule } from '../source/diagnostics.ts'
import type { Binding } from '../infer/scope.ts'
import { prefixExpression } from '../fix/quickFix.ts'
import type { JsonNode } from '../source/source.ts'

const rule: Rule = {
  name: 'wrong-shape',
  severity: 'error',
  doc: 'A member is an object, a list or a text where one is expected.',
}
export default rule

/** The id of a file that is not its path. */
export const otherId = (kind: 'screen' | 'part', file: string, id: string): Report => ({
  rule,
  code: 'otherId',
  params: { kind, file, id },
})

/** `isInstead`: an object is written where a list is expected. */
export const otherKind = (kind: string, isInstead: boolean): Report => ({
  rule,
  code: 'otherKind',
  params: { kind },
  suggestion: isInstead ? { code: 'advice/intoList' } : undefined,
})

/** `names`: those in scope; a text that is an expression of them lacks only its "=". */
export const conditionNotExpression = (node: JsonNode, names: ReadonlyMap<string, Binding>): Report => ({
  rule,
  code: 'conditionNotExpression',
  suggestion: prefixExpression(node, names),
})

export const keyNotExpression = (node: JsonNode, names: ReadonlyMap<string, Binding>): Report => ({
  rule,
  code: 'keyNotExpression',
  suggestion: prefixExpression(node, names),
})

export const letNotExpression = (node: JsonNode, names: ReadonlyMap<string, Binding>): Report => ({
  rule,
  code: 'letNotExpression',
  suggestion: prefixExpression(node, names),
})
