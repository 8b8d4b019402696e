import type { QuickFix, Suggestion } from '../diagnostics.ts'
import type { Type } from '../types.ts'
import { sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'

const isNumber = (node: ASTNode): boolean =>
  node.op === 'value' && (typeof node.args === 'bigint' || typeof node.args === 'number')
const isInteger = (node: ASTNode): boolean => node.op === 'value' && typeof node.args === 'bigint'

/** One operand is a decimal and the other a number: written out, the number becomes a decimal. */
const asDecimal = (sentence: string, operands: readonly ASTNode[]): QuickFix =>
  rewriteOnly(sentence, operands.filter(isNumber), (digits) => `decimal('${digits}')`)

/** One operand has a point and the other has none. */
const withPoint = (sentence: string, operands: readonly ASTNode[]): QuickFix =>
  rewriteOnly(sentence, operands.filter(isInteger), (digits) => `${digits}.0`)

function rewriteOnly(sentence: string, literals: readonly ASTNode[], write: (digits: string) => string): QuickFix {
  const [literal] = literals
  if (!literal || literals.length > 1) return { sentence }
  const text = write(sourceOf(literal))
  return { sentence, fix: { title: `Write ${text}.`, edits: [{ start: literal.start, end: literal.end, text }] } }
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A condition and a text. A condition needs no comparison. */
function ofBoolean(a: Type, operands: readonly ASTNode[]): string {
  const condition = operands[a.k === 'bool' ? 0 : 1]
  const source = condition === undefined ? '' : sourceOf(condition)
  return source.length === 0 || source.length > 60
    ? 'A condition needs no comparison: write it alone, or with ! before it.'
    : `A condition needs no comparison: write ${source} or !(${source}).`
}

/** A number in quotes. */
const unquoted = (literal: ASTNode, asDecimals: boolean): string =>
  asDecimals
    ? `Write decimal('${stringLiteral(literal) ?? ''}').`
    : `Write ${stringLiteral(literal) ?? ''} without quotes, or convert the other value: string(…) or number(…).`

/** Suggestion for two incompatible types. */
export function conversionHint(a: Type, b: Type, operands: readonly ASTNode[]): Suggestion | undefined {
  const kinds = new Set([a.k, b.k])
  if (kinds.has('decimal') && (kinds.has('int') || kinds.has('number')))
    return asDecimal(`Write the number as decimal('…').`, operands)
  if (kinds.has('int') && kinds.has('number'))
    return withPoint('Write a whole number with a point, as 2.0, or use int(…) or double(…).', operands)
  if (kinds.has('string') && kinds.has('bool')) return ofBoolean(a, operands)
  const quoted = operands.find((one) => NUMBER.test(stringLiteral(one) ?? ''))
  if (kinds.has('string') && quoted && (kinds.has('int') || kinds.has('number') || kinds.has('decimal')))
    return unquoted(quoted, kinds.has('decimal'))
  if (kinds.has('string')) return 'Convert the other value to a string: string(…), money(…) or number(…).'
  if (a.k === 'decimal' && b.k === 'decimal' && (a.unit === 'percent') !== (b.unit === 'percent'))
    return 'Write percentOf(amount, percentage).'
  return undefined
}
