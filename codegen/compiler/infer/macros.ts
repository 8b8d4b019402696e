import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { isConstant } from '../flow/contradictions.ts'
import { BOOL, listOf } from './types.ts'
import type { Type } from './types.ts'
import { sourceOf, visitAst } from './ast.ts'
import type { ASTNode } from './ast.ts'
import type { Call } from './call.ts'
import { factsOf, narrowItems } from './facts.ts'
import type { Facts } from './facts.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'
import { countsBetween } from './interval.ts'
import type { Scope } from './scope.ts'
import { withoutVariableRefs, withUnitRef } from './unitRefs.ts'

const ORDERED = new Set<Type['k']>(['string', 'int', 'number', 'decimal', 'bool'])

/** Forms that name the item: list.filter(x, …) and the like. */
export function inferMacro(inference: Inference, call: Call, scope: Scope): Typed {
  const { name, args, node } = call
  const three = name === 'map' && args.length === 3
  const [variable, first, second] = args
  if (!call.receiver || !variable || !first || (args.length !== 2 && !three))
    return inference.emit({ event: 'macroArguments', name }, node)
  if (variable.op !== 'id') return inference.emit({ event: 'macroItemNotNamed', name }, variable)
  const list = inference.inferKnown(call.receiver, scope)
  if (list.type.k === 'wrong') return list
  if (list.type.k !== 'list')
    return inference.emit(
      { event: 'listMethodOnOther', method: name, source: sourceOf(call.receiver), type: list.type },
      call.receiver,
    )
  if (scope.names.has(variable.args)) return inference.emit({ event: 'nameTaken', name: variable.args }, variable)
  const inner = scope.bind(variable.args, list.type.of)
  const local = inner.local(variable.args)
  if (name === 'sortBy') return sortBy(inference, first, inner, list, { local, name: variable.args })
  if (name === 'filter' || name === 'all' || name === 'exists') {
    const body = inference.condition(first, inner)
    if (body.type.k === 'bool') reportSameForAll(inference, first, variable.args)
    return {
      type:
        name === 'filter'
          ? atMostAsLong(listOf(narrowItems(list.type.of, factsOf(first, true), variable.args)), list.type)
          : BOOL,
      expr: [name, list.expr, local, body.expr],
    }
  }
  const source: Expr = three ? ['filter', list.expr, local, inference.condition(first, inner).expr] : list.expr
  const target = second ?? first
  const body = inference.infer(
    target,
    three ? scopeOfPassedItem(scope, variable.args, list.type.of, factsOf(first, true)) : inner,
  )
  return body.type.k === 'wrong'
    ? body
    : {
        type: atMostAsLong(listOf(withoutVariableRefs(withUnitRef(body.type, target), variable.args)), list.type),
        expr: ['map_', source, local, body.expr],
      }
}

/** Reports a test that does not read the item. */
function reportSameForAll(inference: Inference, test: ASTNode, name: string): void {
  let readsItem = false
  visitAst(test, (node) => {
    readsItem ||= node.op === 'id' && node.args === name
  })
  if (!readsItem)
    inference.emit(
      isConstant(test) ? { event: 'conditionReadsNothing' } : { event: 'conditionIgnoresItem', name },
      test,
    )
}

/** The type of a list that has no more items than another. */
const atMostAsLong = (type: Type, { size }: Type & { k: 'list' }): Type =>
  type.k === 'list' && size ? { ...type, size: countsBetween(0, size.max) } : type

/** The item of a list that has passed a test. */
const scopeOfPassedItem = (scope: Scope, name: string, item: Type, facts: Facts): Scope =>
  scope.bind(name, narrowItems(item, facts, name)).know(facts)

function sortBy(
  inference: Inference,
  key: ASTNode,
  inner: Scope,
  list: Typed,
  { local, name }: { local: string; name: string },
): Typed {
  const body = inference.inferKnown(key, inner)
  if (body.type.k === 'wrong') return body
  if (!ORDERED.has(body.type.k)) return inference.emit({ event: 'sortKeyType', type: body.type }, key)
  if (body.type.k !== 'decimal') return { type: list.type, expr: ['sortBy', list.expr, local, body.expr] }
  const alone = withoutVariableRefs(body.type, name)
  if (body.type.unit === 'money' && alone.k === 'decimal' && alone.of?.id === 'lost')
    return inference.emit({ event: 'sortedByMixedMoney', of: alone.of }, key)
  inference.uses.use('functions', 'orderKey')
  return { type: list.type, expr: ['sortBy', list.expr, local, ['f', 'orderKey', body.expr]] }
}
