import type { Advice } from '../source/findings/diagnostics.ts'
import type { Message } from '../source/textCatalogue.ts'
import type { Type } from './types.ts'
import { sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'

const isNumber = (node: ASTNode): boolean =>
  node.op === 'value' && (typeof node.args === 'bigint' || typeof node.args === 'number')
const isInteger = (node: ASTNode): boolean => node.op === 'value' && typeof node.args === 'bigint'

/** One operand is a decimal and the other a number: written out, the number becomes a decimal. */
const asDecimal = (advice: Message, operands: readonly ASTNode[]): Advice =>
  rewriteOnly(advice, operands.filter(isNumber), (digits) => ({
    text: `decimal('${digits}')`,
    title: { code: 'fix/asAmount', params: { digits } },
  }))

/** One operand has a point and the other has none. */
const withPoint = (advice: Message, operands: readonly ASTNode[]): Advice =>
  rewriteOnly(advice, operands.filter(isInteger), (digits) => ({
    text: `${digits}.0`,
    title: { code: 'code/write', params: { text: `${digits}.0` } },
  }))

function rewriteOnly(
  advice: Message,
  literals: readonly ASTNode[],
  write: (digits: string) => { text: string; title: Message },
): Advice {
  const [literal] = literals
  if (!literal || literals.length > 1) return advice
  const { text, title } = write(sourceOf(literal))
  return {
    ...advice,
    fix: { title, edits: [{ start: literal.start, end: literal.end, text }] },
  }
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A condition and a text. A condition needs no comparison. */
function ofBoolean(a: Type, operands: readonly ASTNode[]): Message {
  const condition = operands[a.k === 'bool' ? 0 : 1]
  const source = condition === undefined ? '' : sourceOf(condition)
  return source.length === 0 || source.length > 60
    ? { code: 'advice/conditionAlone' }
    : { code: 'advice/condition', params: { source } }
}

/** A number in quotes. */
const unquoted = (literal: ASTNode, asDecimals: boolean): Message => ({
  code: asDecimals ? 'advice/decimalOf' : 'advice/unquote',
  params: { value: stringLiteral(literal) ?? '' },
})

/** Advice for two types that cannot be compared: a converted number never equals a text that is no number. */
export const comparisonHint = (a: Type, b: Type, operands: readonly ASTNode[]): Advice | undefined =>
  [a.k, b.k].some((kind) => kind === 'int' || kind === 'number' || kind === 'decimal') &&
  operands.map(stringLiteral).some((text) => text !== undefined && !NUMBER.test(text))
    ? { code: 'advice/compareWithNumber' }
    : conversionHint(a, b, operands)

/** Advice for two incompatible types. */
export function conversionHint(a: Type, b: Type, operands: readonly ASTNode[]): Advice | undefined {
  const kinds = new Set([a.k, b.k])
  if (kinds.has('decimal') && (kinds.has('int') || kinds.has('number')))
    return asDecimal({ code: 'advice/asDecimal' }, operands)
  if (kinds.has('int') && kinds.has('number')) return withPoint({ code: 'advice/withPoint' }, operands)
  if (kinds.has('string') && kinds.has('bool')) return ofBoolean(a, operands)
  const quoted = operands.find((operand) => NUMBER.test(stringLiteral(operand) ?? ''))
  if (kinds.has('string') && quoted && (kinds.has('int') || kinds.has('number') || kinds.has('decimal')))
    return unquoted(quoted, kinds.has('decimal'))
  if (kinds.has('string')) return { code: 'advice/toString' }
  if (a.k === 'decimal' && b.k === 'decimal' && (a.unit === 'percent') !== (b.unit === 'percent'))
    return { code: 'advice/percentOf' }
  return undefined
}
