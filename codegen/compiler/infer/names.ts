import { meant, replaceTitle } from '../source/names/nearest.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import { joinTypes } from './joinTypes.ts'
import type { Range } from '../source/source.ts'
import { WRONG, nullable } from './types.ts'
import type { Field, Type } from './types.ts'
import { numberLiteral, sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf, memberKey } from './astKey.ts'
import { isNonEmpty, numbersOfExpr } from './facts.ts'
import type { Facts } from './facts.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Binding, Scope } from './scope.ts'
import { resolveField } from './unitRefs.ts'

/** Infers a name in scope, and reports an unknown one with a suggestion. */
export function inferName(inference: Inference, node: ASTNode & { op: 'id' }, scope: Scope): Typed {
  const binding = scope.names.get(node.args)
  if (!binding)
    return inference.emit(
      { event: 'unknownName', name: node.args, names: scope.names.keys(), elsewhere: inference.env.known(node.args) },
      node,
    )
  if (binding.of) inference.mention(binding.of, node)
  return readBinding(inference, binding, node)
}

/** The range of the last name in a path. */
const lastName = ({ end }: ASTNode, name: string): Range => ({ start: end - name.length, end })

function readBinding(inference: Inference, binding: Binding, node: ASTNode): Typed {
  if (binding.kind === 'group') {
    const members = [...binding.names()].slice(0, 5).map((name) => `${sourceOf(node)}.${name}`)
    return inference.emit({ event: 'groupNotValue', source: sourceOf(node), members }, node)
  }
  binding.used?.()
  return { type: binding.type, expr: binding.expr }
}

/** The binding that a path of groups leads to, when the node is one. */
function bindingAt(node: ASTNode, scope: Scope): Binding | undefined {
  if (node.op === 'id') return scope.names.get(node.args)
  if (node.op !== '.') return undefined
  const outer = bindingAt(node.args[0], scope)
  return outer?.kind === 'group' ? outer.member(node.args[1]) : undefined
}

/** Suggests the root group that has the name, where exactly one other does: `preferences.theme` for `device.theme`. */
function otherGroupWith(
  name: string,
  group: Binding & { kind: 'group' },
  from: ASTNode,
  scope: Scope,
): Advice | undefined {
  if (from.op !== 'id' || [...group.names()].includes(name)) return undefined
  const others = [...scope.names].flatMap(([root, binding]) =>
    binding.kind === 'group' && binding !== group && binding.member(name) !== undefined ? [root] : [],
  )
  const [root] = others
  if (root === undefined || others.length > 1) return undefined
  return {
    ...meant(`${root}.${name}`),
    fix: { title: replaceTitle(from.args, root), edits: [{ start: from.pos, end: from.end, text: root }] },
  }
}

/** Infers a member of a root such as `state`, or a field of an object, and reports an unknown one. */
export function inferField(inference: Inference, node: ASTNode & { op: '.' }, scope: Scope): Typed {
  const [from, name] = node.args
  const at = { start: node.pos, end: node.end }
  const outer = bindingAt(from, scope)
  if (outer?.kind === 'group') {
    const inner = outer.member(name)
    if (outer.of) inference.mention(outer.of, lastName(from, outer.of.name))
    if (inner?.of) inference.mention(inner.of, lastName(node, name))
    if (inner) return readBinding(inference, inner, node)
    return inference.emit(
      {
        event: 'unknownMember',
        name,
        source: sourceOf(from),
        title: outer.title,
        names: outer.names(),
        elsewhere: otherGroupWith(name, outer, from, scope),
      },
      at,
    )
  }
  const object = inference.inferKnown(from, scope)
  const type = fieldType(inference, object.type, name, at, from)
  return type === WRONG ? WRONG_TYPED : { type, expr: ['.', object.expr, name] }
}

/** The type of a field; of a union, only what all its objects have. */
function fieldType(
  inference: Inference,
  type: Type,
  name: string,
  at: { start: number; end: number },
  from: ASTNode,
): Type {
  if (type.k === 'wrong') return WRONG
  if (type.k === 'map') return nullable(type.of)
  if (type.k === 'object') {
    const field = type.fields.get(name)
    if (field) return resolveField(type, name, field, (inner) => memberKey(keyOf(from), inner))
    return inference.emit({ event: 'unknownField', name, source: sourceOf(from), type, names: type.fields.keys() }, at)
      .type
  }
  if (type.k === 'union') {
    const fields = type.options.map((option) => option.fields.get(name))
    if (fields.every((field): field is Field => field !== undefined)) {
      const [first, ...rest] = type.options.map((option, index) =>
        resolveField(option, name, fields[index] as Field, (inner) => memberKey(keyOf(from), inner)),
      )
      let joined: Type | undefined = first
      for (const item of rest) joined = joined && joinTypes(joined, item)
      return joined ?? { k: 'unknown', why: `it depends on "${type.tag}"` }
    }
    const some = fields.some((field) => field !== undefined)
    return inference.emit(
      some
        ? { event: 'fieldOfSomeAlternatives', name, source: sourceOf(from), tag: type.tag }
        : {
            event: 'unknownFieldOfUnion',
            name,
            source: sourceOf(from),
            names: type.options.flatMap((option) => [...option.fields.keys()]),
          },
      at,
    ).type
  }
  return inference.emit({ event: 'unknownField', name, source: sourceOf(from), type }, at).type
}

/** Reports an index that no item of the list can have. */
export function checkIndex(
  inference: Inference,
  [list, { size }]: readonly [ASTNode, Type & { k: 'list' }],
  [index, type]: readonly [ASTNode, Type],
  facts: Facts,
): void {
  const { min, max } = numbersOfExpr(index, type, facts)
  const most = size?.max ?? Infinity
  if (max < 0) inference.emit({ event: 'negativeIndex', index: max }, index)
  else if (min >= most) inference.emit({ event: 'indexBeyondList', list: sourceOf(list), most, index: min }, index)
}

/** Infers `list[index]` or `map[key]`: nullable, except the first item of a list that is proved not to be empty. */
export function inferItem(inference: Inference, node: ASTNode & { op: '[]' }, scope: Scope): Typed {
  const [from, index] = node.args
  const holder = inference.inferKnown(from, scope)
  const key = inference.inferKnown(index, scope)
  if (holder.type.k === 'wrong' || key.type.k === 'wrong') return WRONG_TYPED
  if (holder.type.k === 'list' && key.type.k === 'int') {
    inference.uses.use('functions', 'at')
    checkIndex(inference, [from, holder.type], [index, key.type], scope.facts)
    const sure = numberLiteral(index) === 0 && isNonEmpty(scope.facts, keyOf(from))
    return { type: sure ? holder.type.of : nullable(holder.type.of), expr: ['f', 'at', holder.expr, key.expr] }
  }
  if (holder.type.k === 'map' && key.type.k === 'string')
    return { type: nullable(holder.type.of), expr: ['[]', holder.expr, key.expr] }
  if (holder.type.k === 'list' || holder.type.k === 'map') {
    return inference.emit({ event: 'indexType', holder: holder.type.k, type: key.type }, index)
  }
  return inference.emit({ event: 'notIndexable', source: sourceOf(from), type: holder.type }, node)
}
