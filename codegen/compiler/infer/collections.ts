import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { isComparable } from '../lower/assign.ts'
import { isEmptyItem, joinTypes } from './joinTypes.ts'
import { BOOL, EMPTY_LIST, listOf, mayBeNull, nonNull, withSize } from './types.ts'
import type { Field, Type } from './types.ts'
import { sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { reportTypeDifference } from './comparing.ts'
import { unitEqualityUnder } from './facts.ts'
import { only } from './interval.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Scope } from './scope.ts'
import { withUnitRef, linkFields } from './unitRefs.ts'

/** Infers a list literal; its items must have a common type. The items of an empty list have an unknown type. */
export function inferList(inference: Inference, items: ASTNode[], scope: Scope): Typed {
  const agree = unitEqualityUnder(scope.facts)
  const typed = items
    .map((item) => inference.infer(item, scope))
    .map((item, index) => ({ ...item, type: withUnitRef(item.type, items[index] as ASTNode) }))
  let of: Type = { k: 'unknown', why: EMPTY_LIST }
  for (const [index, operand] of typed.entries()) {
    const joined: Type | undefined = index === 0 ? operand.type : joinTypes(of, operand.type, agree)
    const item = items[index]
    if (!joined && item) return reportTypeDifference(inference, item, 'items', of, operand.type)
    of = joined ?? of
  }
  return { type: withSize(listOf(of), only(items.length)), expr: ['list', ...typed.map((operand) => operand.expr)] }
}

/** Infers a map literal as an object with exactly these fields. Keys must be string literals. */
export function inferMap(inference: Inference, entries: [ASTNode, ASTNode][], scope: Scope): Typed {
  const fields = new Map<string, Field>()
  const flat: Expr[] = []
  for (const [key, value] of entries) {
    const typed = inference.infer(value, scope)
    if (key.op !== 'value' || typeof key.args !== 'string') return inference.emit({ event: 'mapKeyNotText' }, key)
    fields.set(key.args, { type: withUnitRef(typed.type, value), optional: false })
    flat.push(key.args, typed.expr)
  }
  return {
    type: { k: 'object', closed: true, inferred: true, fields: linkFields(fields, unitEqualityUnder(scope.facts)) },
    expr: ['map', ...flat],
  }
}

/** Infers whether a list has an item or a map a key. Reports a string that the other side never has. */
export function inferIn(inference: Inference, node: ASTNode & { op: 'in' }, scope: Scope): Typed {
  const [item, holder] = node.args
  const value = inference.infer(item, scope)
  const list = inference.inferKnown(holder, scope)
  if (value.type.k === 'wrong' || list.type.k === 'wrong') return WRONG_TYPED
  if (list.type.k === 'map' && nonNull(value.type).k === 'string') {
    const containsKey: Expr = ['!=', ['[]', list.expr, value.expr], null]
    return { type: BOOL, expr: mayBeNull(value.type) ? ['&&', ['!=', value.expr, null], containsKey] : containsKey }
  }
  if (list.type.k !== 'list') return inference.emit({ event: 'inNeedsList', type: list.type }, holder)
  const [itemType, of] = [nonNull(value.type), nonNull(list.type.of)]
  if (isEmptyItem(of)) {
    if (holder.op === 'list') inference.emit({ event: 'emptyListTested' }, node)
    return { type: BOOL, expr: ['in', value.expr, list.expr] }
  }
  for (const [type, at] of [
    [itemType, item],
    [of, holder],
  ] as const) {
    if (type.k === 'unknown')
      return inference.emit({ event: 'typeNotInferred', source: sourceOf(at), why: type.why }, at)
  }
  if (!isComparable(itemType, of) || itemType.k === 'decimal')
    return inference.emit({ event: 'listCannotHold', of, item: itemType }, node)
  if (itemType.k === 'string' && of.k === 'string' && itemType.enum && of.enum && holder.op === 'list') {
    for (const arg of holder.args) {
      if (arg.op === 'value' && typeof arg.args === 'string' && !itemType.enum.includes(arg.args)) {
        return inference.emit(
          {
            event: 'neverOneOfValues',
            source: sourceOf(item),
            given: [arg.args],
            wrong: arg.args,
            values: itemType.enum,
          },
          arg,
        )
      }
    }
  }
  if (itemType.k === 'string' && of.k === 'string' && of.enum && item.op === 'value' && holder.op !== 'list') {
    const one = String(item.args)
    if (!of.enum.includes(one))
      return inference.emit({ event: 'listNeverHas', source: sourceOf(holder), wrong: one, values: of.enum }, item)
  }
  if (itemType.k === 'string' && itemType.enum && holder.op === 'list' && !mayBeNull(value.type)) {
    const listed = holder.args.map(stringLiteral)
    if (itemType.enum.every((value) => listed.includes(value)))
      inference.emit({ event: 'allValuesListed', source: sourceOf(item) }, node)
  }
  return { type: BOOL, expr: ['in', value.expr, list.expr] }
}
