import { unitMismatchHint, isComparable, showType, showAmount } from '../assign.ts'
import type { Suggestion } from '../diagnostics.ts'
import { joinTypes } from '../joinTypes.ts'
import { didYouMean } from '../nearest.ts'
import { BOOL, WRONG, mayBeNull, nonNull } from '../types.ts'
import type { DecimalType, Type } from '../types.ts'
import constantCondition from '../../check/rules/constant-condition.ts'
import currencyMismatch from '../../check/rules/currency-mismatch.ts'
import enumValue from '../../check/rules/enum-value.ts'
import typeMismatch from '../../check/rules/type-mismatch.ts'
import unitMismatch from '../../check/rules/unit-mismatch.ts'
import untypedValue from '../../check/rules/untyped-value.ts'
import { isNull, sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { unitEqualityUnder, factsOf } from './facts.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'
import { asDecimal, withPoint } from './literals.ts'
import { sameUnitRef, sameUnit } from './operators.ts'
import type { Scope } from './scope.ts'
import { withUnitRef } from './unitRefs.ts'

/** Infers `==` and `!=`. Reports operands that are not comparable, and a comparison whose result is always the same. */
export function inferEquality(inference: Inference, node: ASTNode & { op: '==' | '!=' }, scope: Scope): Typed {
  const [a, b] = node.args
  const left = inference.infer(a, scope)
  const right = inference.infer(b, scope)
  if (left.type.k === 'wrong' || right.type.k === 'wrong') return { type: WRONG, expr: null }
  for (const [side, other, at] of [
    [left, right, b],
    [right, left, a],
  ] as const) {
    if (other.type.k === 'null' && !mayBeNull(side.type) && side.type.k !== 'unknown') {
      const value = at === b ? a : b
      inference.report(
        constantCondition,
        node,
        `${sourceOf(value)} is never null here, so this is always ${node.op === '==' ? 'false' : 'true'}.`,
      )
      return { type: BOOL, expr: node.op === '!=' }
    }
    if (isNull(at)) return { type: BOOL, expr: [node.op, left.expr, right.expr] }
  }
  for (const [side, at] of [
    [left, a],
    [right, b],
  ] as const) {
    if (side.type.k === 'unknown')
      return inference.report(
        untypedValue,
        at,
        `The type of ${sourceOf(at)} cannot be inferred: ${side.type.why}.`,
        'Cast it with string(…), int(…) or double(…).',
      )
  }
  const [l, r] = [nonNull(left.type), nonNull(right.type)]
  if (!isComparable(l, r))
    return inference.report(
      typeMismatch,
      node,
      `${capitalize(showType(l))} and ${showType(r)} cannot be compared.`,
      conversionHint(l, r, node.args),
    )
  if (((l.k === 'decimal' && r.k === 'decimal') || (l.k === 'int' && r.k === 'int')) && !sameUnit(l, r)) {
    return inference.report(unitMismatch, node, `${capitalize(showType(l))} is compared with ${showType(r)}.`)
  }
  if (l.k === 'decimal' && r.k === 'decimal' && !sameUnitRef(l, r, unitEqualityUnder(scope.facts)))
    return reportUnitConflict(inference, node, l, r)
  if (l.k === 'string' && r.k === 'string' && l.enum && r.enum && !l.enum.some((value) => r.enum?.includes(value))) {
    const [odd, values] = r.enum.length === 1 ? [b, l.enum] : [a, r.enum]
    return inference.report(
      enumValue,
      odd,
      `${sourceOf(odd)} is never ${showType({ k: 'string', enum: odd === b ? l.enum : r.enum }).replace(/^one of /, 'one of ')}.`,
      didYouMean(String(odd.op === 'value' ? odd.args : ''), values),
    )
  }
  return { type: BOOL, expr: [l.k === 'decimal' ? `d${node.op}` : node.op, left.expr, right.expr] }
}

/** Infers a conditional expression: each branch has the facts of the condition, and both must have a common type. */
export function inferTernary(
  inference: Inference,
  [test, yes, no]: [ASTNode, ASTNode, ASTNode],
  node: ASTNode,
  scope: Scope,
): Typed {
  const condition = inference.condition(test, scope)
  const [whenTrue, whenFalse] = [scope.know(factsOf(test, true)), scope.know(factsOf(test, false))]
  const left = inference.infer(yes, whenTrue)
  const right = inference.infer(no, whenFalse)
  const [a, b] = [withUnitRef(left.type, yes), withUnitRef(right.type, no)]
  // Facts of the test may prove both branches equal in currency.
  const type =
    joinTypes(a, b, unitEqualityUnder(scope.facts)) ??
    joinTypes(b, a, unitEqualityUnder(whenTrue.facts)) ??
    joinTypes(a, b, unitEqualityUnder(whenFalse.facts))
  if (!type)
    return reportTypeDifference(
      inference,
      node,
      'Both branches are',
      left.type,
      right.type,
      (a, b) => `Both branches have one type, and these are ${a} and ${b}.`,
    )
  return { type, expr: ['?:', condition.expr, left.expr, right.expr] }
}

/** Reports two types that should be equal: by currency or symbol, by unit, or by type. */
export function reportTypeDifference(
  inference: Inference,
  node: ASTNode,
  subject: string,
  a: Type,
  b: Type,
  describe: (a: string, b: string) => string,
): Typed {
  const [left, right] = [decimalIn(a), decimalIn(b)]
  if (left && right && left.unit === right.unit)
    return inference.report(
      currencyMismatch,
      node,
      `${subject} of one ${unitNoun(left.unit)}, and these are ${showAmount(left)} and ${showAmount(right)}.`,
      unitMismatchHint(left.of, right.of),
    )
  const units = (left && right) || (nonNull(a).k === 'int' && nonNull(b).k === 'int')
  return inference.report(units ? unitMismatch : typeMismatch, node, describe(showType(a), showType(b)))
}

/** The decimal that a type is or contains. */
function decimalIn(type: Type): DecimalType | undefined {
  if (type.k === 'nullable' || type.k === 'list' || type.k === 'map') return decimalIn(type.of)
  return type.k === 'decimal' ? type : undefined
}

const unitNoun = (unit: string): string => (unit === 'money' ? 'currency' : 'symbol')

/** Reports operands without proof of the same currency or symbol. */
export function reportUnitConflict(inference: Inference, node: ASTNode, a: DecimalType, b: DecimalType): Typed {
  const side =
    a.unit === 'money' && b.unit === 'money' ? 'currency' : a.unit === b.unit ? 'symbol' : 'symbol and its currency'
  return inference.report(
    currencyMismatch,
    node,
    `"${node.op}" needs both of one ${side}, and these are ${showAmount(a)} and ${showAmount(b)}.`,
    unitMismatchHint(a.of, b.of),
  )
}

/** Suggestion for two incompatible types. */
export function conversionHint(a: Type, b: Type, operands: readonly ASTNode[]): Suggestion | undefined {
  const kinds = new Set([a.k, b.k])
  if (kinds.has('decimal') && (kinds.has('int') || kinds.has('number')))
    return asDecimal(`Write the number as decimal('…').`, operands)
  if (kinds.has('int') && kinds.has('number'))
    return withPoint('Write a whole number with a point, as 2.0, or use int(…) or double(…).', operands)
  if (kinds.has('string')) return 'Convert the other value to a string: string(…), money(…) or number(…).'
  if (a.k === 'decimal' && b.k === 'decimal' && (a.unit === 'percent') !== (b.unit === 'percent'))
    return 'Write percentOf(amount, percentage).'
  return undefined
}

/** Makes the first letter a capital: for a type at the beginning of a message. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
