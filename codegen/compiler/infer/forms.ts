import { isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { mismatch } from '../lower/assign.ts'
import { showType } from './describeType.ts'
import { joinTypes } from './joinTypes.ts'
import { BOOL, mayBeNull, nonNull } from './types.ts'
import { sourceOf, stringLiteral } from './ast.ts'
import type { Call } from './call.ts'
import { unitEqualityUnder } from './facts.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Scope } from './scope.ts'
import { withUnitRef } from './unitRefs.ts'
import { within } from '../events.ts'

/** Infers `has(x.field)`: whether the field is present. Reports a field that is always present. */
export function inferHas(inference: Inference, call: Call, scope: Scope): Typed {
  const [path] = call.args
  if (!path || call.args.length !== 1 || path.op !== '.') return inference.emit({ event: 'hasTakesField' }, call.node)
  const field = inference.infer(path, scope)
  if (field.type.k === 'wrong') return field
  if (!mayBeNull(field.type)) {
    inference.emit({ event: 'memberAlwaysThere', source: sourceOf(path) }, call.node)
    return { type: BOOL, expr: true }
  }
  const { expr } = field
  return { type: BOOL, expr: isOperation(expr) && expr[0] === '.' ? ['has', expr[1], expr[2]] : ['!=', expr, null] }
}

const DECIMAL = /^-?\d{1,24}(\.\d{1,12})?$/

/** Infers `decimal(…)` of a literal or a whole number: a decimal without a unit. A literal has up to 12 decimal places. */
export function inferDecimal(inference: Inference, call: Call, scope: Scope): Typed {
  const [node] = call.args
  if (!node || call.args.length !== 1) return inference.emit({ event: 'takesOneArgument', name: 'decimal' }, call.node)
  const value = stringLiteral(node)
  if (value !== undefined) {
    if (DECIMAL.test(value)) return { type: { k: 'decimal', unit: 'none', literal: true }, expr: value }
    return inference.emit({ event: 'invalidDecimalText', text: value }, node)
  }
  const typed = inference.inferKnown(node, scope)
  if (typed.type.k === 'wrong') return typed
  if (typed.type.k !== 'int') return inference.emit({ event: 'decimalOfOther', type: typed.type }, node)
  inference.uses.use('functions', 'string')
  return {
    type: { k: 'decimal', unit: 'none' },
    expr: typeof typed.expr === 'number' ? String(typed.expr) : ['f', 'string', typed.expr],
  }
}

/** Infers `x.orValue(fallback)`: the value, or the fallback for null. Reports a value that is never null. */
export function inferOrValue(inference: Inference, call: Call, scope: Scope): Typed {
  const [fallback] = call.args
  if (!call.receiver || !fallback || call.args.length !== 1)
    return inference.emit({ event: 'takesOneArgument', name: 'orValue' }, call.node)
  const value = inference.infer(call.receiver, scope)
  const other = inference.infer(fallback, scope)
  if (value.type.k === 'wrong' || other.type.k === 'wrong') return WRONG_TYPED
  if (!mayBeNull(value.type) && value.type.k !== 'unknown') {
    inference.emit({ event: 'fallbackNeverUsed', source: sourceOf(call.receiver) }, call.node)
    return value
  }
  const type =
    value.type.k === 'null'
      ? other.type
      : joinTypes(
          withUnitRef(nonNull(value.type), call.receiver),
          withUnitRef(other.type, fallback),
          unitEqualityUnder(scope.facts),
        )
  if (!type) {
    const problem = mismatch(other.type, nonNull(value.type), { agree: unitEqualityUnder(scope.facts) })
    return problem
      ? inference.emit(within({ code: 'inside/function', params: { name: 'orValue' } }, problem), fallback)
      : inference.emit(
          { event: 'valueOfOtherType', value: showType(other.type), expected: nonNull(value.type) },
          fallback,
        )
  }
  return { type, expr: ['??', value.expr, other.expr] }
}
