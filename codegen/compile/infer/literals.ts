import type { QuickFix } from '../diagnostics.ts'
import { sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'

const isNumber = (node: ASTNode): boolean =>
  node.op === 'value' && (typeof node.args === 'bigint' || typeof node.args === 'number')
const isInteger = (node: ASTNode): boolean => node.op === 'value' && typeof node.args === 'bigint'

/** One operand is a decimal and the other a number: written out, the number becomes a decimal. */
export const asDecimal = (sentence: string, operands: readonly ASTNode[]): QuickFix =>
  rewriteOnly(sentence, operands.filter(isNumber), (digits) => `decimal('${digits}')`)

/** One operand has a point and the other has none. */
export const withPoint = (sentence: string, operands: readonly ASTNode[]): QuickFix =>
  rewriteOnly(sentence, operands.filter(isInteger), (digits) => `${digits}.0`)

function rewriteOnly(sentence: string, literals: readonly ASTNode[], write: (digits: string) => string): QuickFix {
  const [literal] = literals
  if (!literal || literals.length > 1) return { sentence }
  const text = write(sourceOf(literal))
  return { sentence, fix: { title: `Write ${text}.`, edits: [{ start: literal.start, end: literal.end, text }] } }
}
