import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { isComparable } from '../lower/assign.ts'
import { isConstant } from '../flow/contradictions.ts'
import { joinTypes } from './joinTypes.ts'
import { BOOL, mayBeNull, nonNull } from './types.ts'
import type { DecimalType, Type } from './types.ts'
import { isNull, numberLiteral, sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf } from './astKey.ts'
import { NO_FACTS, factsAbout, factsOf, numbersOfExpr, provedResult, unitEqualityUnder } from './facts.ts'
import type { Facts } from './facts.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import { sameUnitRef, sameUnit } from './operators.ts'
import type { Scope } from './scope.ts'
import { compareIntervals, describeInterval } from './interval.ts'
import type { Ordering } from './interval.ts'
import { withUnitRef } from './unitRefs.ts'
import { showType } from './describeType.ts'
import type { TypesOf } from './describeType.ts'

/** Infers `==` and `!=`. Reports operands that are not comparable, and a comparison whose result is always the same. */
export function inferEquality(inference: Inference, node: ASTNode & { op: '==' | '!=' }, scope: Scope): Typed {
  const [a, b] = node.args
  const left = inference.infer(a, scope)
  const right = inference.infer(b, scope)
  if (left.type.k === 'wrong' || right.type.k === 'wrong') return WRONG_TYPED
  for (const [side, other, at] of [
    [left, right, b],
    [right, left, a],
  ] as const) {
    if (other.type.k === 'null' && !mayBeNull(side.type) && side.type.k !== 'unknown') {
      const value = at === b ? a : b
      inference.emit({ event: 'neverNull', source: sourceOf(value), always: node.op === '!=' }, node)
      return { type: BOOL, expr: node.op === '!=' }
    }
    if (isNull(at)) return { type: BOOL, expr: [node.op, left.expr, right.expr] }
  }
  for (const [side, at] of [
    [left, a],
    [right, b],
  ] as const) {
    if (side.type.k === 'unknown')
      return inference.emit({ event: 'typeNotInferred', source: sourceOf(at), why: side.type.why }, at)
  }
  const [l, r] = [nonNull(left.type), nonNull(right.type)]
  if (!isComparable(l, r)) return inference.emit({ event: 'notComparable', a: l, b: r, operands: node.args }, node)
  if (((l.k === 'decimal' && r.k === 'decimal') || (l.k === 'int' && r.k === 'int')) && !sameUnit(l, r)) {
    return inference.emit({ event: 'comparedUnits', a: l, b: r }, node)
  }
  if (l.k === 'decimal' && r.k === 'decimal' && !sameUnitRef(l, r, unitEqualityUnder(scope.facts)))
    return inference.emit({ event: 'operandCurrencies', op: node.op, a: l, b: r }, node)
  if (l.k === 'string' && r.k === 'string' && l.enum && r.enum && !l.enum.some((value) => r.enum?.includes(value))) {
    const [odd, values] = r.enum.length === 1 ? [b, l.enum] : [a, r.enum]
    const [only] = values
    if (odd.op === 'value' && values.length === 1 && only !== undefined)
      return inference.emit(
        { event: 'onlyOtherValue', source: sourceOf(odd === b ? a : b), only, wrong: String(odd.args) },
        odd,
      )
    return inference.emit(
      {
        event: 'neverOneOfValues',
        source: sourceOf(odd),
        given: odd === b ? l.enum : r.enum,
        wrong: String(odd.op === 'value' ? odd.args : ''),
        values,
      },
      odd,
    )
  }
  reportConstant(inference, node, [left.type, right.type], scope)
  return { type: BOOL, expr: [l.k === 'decimal' ? `d${node.op}` : node.op, left.expr, right.expr] }
}

/** Reports a comparison that has the same result for all values that its operands can have here. */
export function reportConstant(
  inference: Inference,
  node: ASTNode & { op: '==' | '!=' | Ordering },
  types: readonly [Type, Type],
  { facts }: Scope,
): void {
  const proved = provedResult(node, facts)
  if (proved !== undefined) {
    inference.emit({ event: 'conditionProved', source: sourceOf(node), always: proved }, node)
    return
  }
  if (types.some(mayBeNull) || isConstant(node)) return
  const [a, b] = node.args
  const [left, right] = [numbersOfExpr(a, types[0], facts), numbersOfExpr(b, types[1], facts)]
  const result = compareIntervals(node.op, left, right)
  if (result === undefined) {
    reportConstantText(inference, node, types, facts)
    return
  }
  const [value, numbers, type] = numberLiteral(b) === undefined ? [b, right, types[1]] : [a, left, types[0]]
  const schema = numbersOfExpr(value, type, NO_FACTS)
  const isNarrowed = schema.min !== numbers.min || schema.max !== numbers.max
  inference.emit(
    {
      event: 'comparisonDecided',
      source: sourceOf(value),
      numbers: describeInterval(numbers),
      always: result,
      narrowed: isNarrowed,
    },
    node,
  )
}

/** Reports a comparison of a text with a literal that facts or its enumeration decide. */
function reportConstantText(
  inference: Inference,
  node: ASTNode & { op: '==' | '!=' | Ordering },
  types: readonly [Type, Type],
  facts: Facts,
): void {
  if (node.op !== '==' && node.op !== '!=') return
  for (const [index, type] of types.entries()) {
    const [value, literal] = [node.args[index], stringLiteral(node.args[1 - index])]
    if (!value || literal === undefined || type.k !== 'string' || value.op === 'value') continue
    const known = factsAbout(facts, keyOf(value)) ?? []
    if (known.some(({ not }) => not?.includes(literal)))
      inference.emit({ event: 'conditionProved', source: sourceOf(node), always: node.op === '!=' }, node)
    else if (
      (literal !== '' || isOfAnswer(value)) &&
      type.format !== undefined &&
      formats[type.format]?.(literal) === false
    )
      inference.emit(
        {
          event: 'literalOfOtherForm',
          source: sourceOf(value),
          form: showType(type),
          literal,
          always: node.op === '!=',
        },
        node,
      )
    else if (type.enum?.length === 1 && type.enum[0] === literal)
      inference.emit(
        known.some(({ only, not }) => only ?? not)
          ? { event: 'conditionProved', source: sourceOf(node), always: node.op === '==' }
          : { event: 'comparedWithOnlyValue', source: sourceOf(value), value: literal, always: node.op === '==' },
        node,
      )
  }
}

/** Values that may be empty although their format is not: what the user has not chosen yet. */
const CHOSEN: ReadonlySet<string> = new Set(['state', 'params', 'forms', 'form', 'event', 'preferences'])

/** Whether a value is a field of an answer of the server, or of an object that a part receives. */
function isOfAnswer(node: ASTNode): boolean {
  let root = node
  while (root.op === '.') root = root.args[0]
  return node.op === '.' && root.op === 'id' && !CHOSEN.has(root.args)
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
  if (!type) return reportTypeDifference(inference, node, 'branches', left.type, right.type)
  return { type, expr: ['?:', condition.expr, left.expr, right.expr] }
}

const SUBJECTS: Record<TypesOf, string> = {
  items: 'The items of a list are',
  operands: 'Lists that are put together are',
  branches: 'Both branches are',
}

/** Reports two types that should be equal: by currency or symbol, by unit, or by type. */
export function reportTypeDifference(inference: Inference, node: ASTNode, of: TypesOf, a: Type, b: Type): Typed {
  const [left, right] = [decimalIn(a), decimalIn(b)]
  if (left && right && left.unit === right.unit)
    return inference.emit({ event: 'comparedCurrencies', subject: SUBJECTS[of], a: left, b: right }, node)
  const units = (left && right) || (nonNull(a).k === 'int' && nonNull(b).k === 'int')
  return inference.emit({ event: units ? 'differentUnits' : 'differentTypes', of, a, b }, node)
}

/** The decimal that a type is or contains. */
function decimalIn(type: Type): DecimalType | undefined {
  if (type.k === 'nullable' || type.k === 'list' || type.k === 'map') return decimalIn(type.of)
  return type.k === 'decimal' ? type : undefined
}
