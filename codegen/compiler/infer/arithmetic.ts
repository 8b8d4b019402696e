import { asDecimal, neg } from '../../../src/engine/language/values/decimal.ts'
import { joinTypes } from './joinTypes.ts'
import { numbersOf, sizeTogether, withSize } from './types.ts'
import type { DecimalType, Type } from './types.ts'
import { numberLiteral, sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf } from './astKey.ts'
import { reportConstant, reportTypeDifference } from './comparing.ts'
import { unitEqualityUnder, isNonZero } from './facts.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import { arithmeticOverload, foldConstants, orderingOverload } from './operators.ts'
import type { ArithmeticOperator, OrderingOperator } from './operators.ts'
import type { Scope } from './scope.ts'
import { calculate } from './interval.ts'
import type { Interval } from './interval.ts'

/** Infers a unary minus and folds it for a literal. Moments and other types without a sign are reported. */
export function inferNegative(inference: Inference, node: ASTNode & { op: '-_' }, scope: Scope): Typed {
  const inner = inference.inferKnown(node.args, scope)
  if (inner.type.k === 'wrong') return inner
  if (inner.type.k === 'decimal')
    return {
      type: inner.type,
      expr: typeof inner.expr === 'string' ? neg(asDecimal(inner.expr)) : ['dneg', inner.expr],
    }
  if (inner.type.k === 'int' && inner.type.literal && typeof inner.expr === 'number')
    return { type: { ...inner.type, enum: [-inner.expr] }, expr: -inner.expr }
  if (inner.type.k === 'number' || (inner.type.k === 'int' && inner.type.unit !== 'unix'))
    return { type: opposite(inner.type), expr: typeof inner.expr === 'number' ? -inner.expr : ['neg', inner.expr] }
  return inference.emit({ event: 'notNegatable', type: inner.type }, node)
}

/** Infers an ordering, an arithmetic operation or the concatenation of two lists; constants are folded. Reports a divisor that may be 0. */
export function inferBinary(
  inference: Inference,
  node: ASTNode & { op: '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' },
  scope: Scope,
): Typed {
  const [a, b] = node.args
  const left = inference.inferKnown(a, scope)
  const right = inference.inferKnown(b, scope)
  const agree = unitEqualityUnder(scope.facts)
  if (left.type.k === 'wrong' || right.type.k === 'wrong') return WRONG_TYPED
  if (node.op === '+' && left.type.k === 'list' && right.type.k === 'list') {
    const joined = joinTypes(left.type, right.type, agree)
    if (!joined) return reportTypeDifference(inference, node, 'operands', left.type, right.type)
    inference.uses.use('functions', 'concat')
    return { type: withSize(joined, sizeTogether(left.type, right.type)), expr: ['f', 'concat', left.expr, right.expr] }
  }
  const overload = isOrdering(node.op)
    ? orderingOverload(node.op, left.type, right.type, agree)
    : arithmeticOverload(node.op, left.type, right.type, agree)
  if (!overload) return noOverload(inference, node, left.type, right.type)
  if ('conflict' in overload)
    return inference.emit(
      { event: 'operandCurrencies', op: node.op, a: left.type as DecimalType, b: right.type as DecimalType },
      node,
    )
  const unsafe = node.op === '/' || node.op === '%' ? reportDivisor(inference, b, right.type, scope) : undefined
  if (unsafe) return unsafe
  if (isOrderingNode(node)) reportConstant(inference, node, [left.type, right.type], scope)
  else {
    emitAddedToTime(inference, node, left, right)
    reportPercentByHand(inference, node, [left.type, right.type])
  }
  const folded = foldConstants(overload.op, left.expr, right.expr)
  const both = left.type.k === 'int' && right.type.k === 'int' && typeof folded === 'number'
  return {
    type: both
      ? { k: 'int', literal: true, enum: [folded] }
      : withRange(overload.type, calculate(node.op, numbersOf(left.type), numbersOf(right.type))),
    expr: folded ?? [overload.op, left.expr, right.expr],
  }
}

/** Emits a literal that is added to a time, or subtracted from one. A literal that is compared with a time is itself a time. */
function emitAddedToTime(inference: Inference, node: ASTNode, left: Typed, right: Typed): void {
  for (const [time, other] of [
    [left.type, right],
    [right.type, left],
  ] as const)
    if (time.k === 'int' && time.unit === 'unix' && typeof other.expr === 'number')
      inference.emit({ event: 'addedToTime', literal: other.expr }, node)
}

/** Reports a percentage, or a quotient of amounts of one unit, that is multiplied or divided by 100. */
function reportPercentByHand(inference: Inference, node: ASTNode, types: readonly [Type, Type]): void {
  if (node.op !== '*' && node.op !== '/') return
  for (const [index, type] of types.entries()) {
    const [value, other] = [node.args[index], node.args[1 - index]]
    if (!value || !other || type.k !== 'decimal' || numberLiteral(value) !== undefined) continue
    if (![100, 0.01].includes(numberLiteral(other) ?? 0)) continue
    if (type.unit === 'percent') inference.emit({ event: 'percentageTimesHundred' }, node)
    else if (node.op === '*' && value.op === '/' && type.unit === 'none')
      inference.emit({ event: 'quotientTimesHundred' }, node)
  }
}

const isOrderingNode = (
  node: ASTNode & { op: ArithmeticOperator | OrderingOperator },
): node is ASTNode & { op: OrderingOperator } => isOrdering(node.op)

const withRange = (type: Type, range: Interval): Type =>
  type.k === 'int' && (range.min > -Infinity || range.max < Infinity) ? { ...type, range } : type

const isOrdering = (op: ArithmeticOperator | OrderingOperator): op is OrderingOperator => /^[<>]/.test(op)

/** Reports a divisor that may be 0. */
export function reportDivisor(inference: Inference, node: ASTNode, type: Type, scope: Scope): Typed | undefined {
  if (safeDivisor(node, scope)) return undefined
  return inference.emit(
    numberLiteral(node) === undefined
      ? { event: 'divisorMayBeZero', source: sourceOf(node), isDecimal: type.k === 'decimal' }
      : { event: 'dividedByZero' },
    node,
  )
}

function safeDivisor(node: ASTNode, scope: Scope): boolean {
  const fixed = numberLiteral(node)
  return fixed === undefined ? isNonZero(scope.facts, keyOf(node)) : fixed !== 0
}

function noOverload(inference: Inference, node: ASTNode & { args: [ASTNode, ASTNode] }, a: Type, b: Type): Typed {
  const units = (a.k === 'decimal' && b.k === 'decimal') || (a.k === 'int' && b.k === 'int')
  return inference.emit(
    { event: units ? 'operandUnits' : 'operandTypes', op: node.op, a, b, operands: node.args },
    node,
  )
}

const opposite = (type: Type & { k: 'int' | 'number' }): Type =>
  type.k === 'int' && type.enum
    ? { ...type, enum: type.enum.map((value) => -value) }
    : type.range
      ? { ...type, range: { min: -type.range.max, max: -type.range.min } }
      : type
