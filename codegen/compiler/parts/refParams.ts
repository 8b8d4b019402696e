import type { JsonNode } from '../source/source.ts'
import { mismatch } from '../lower/assign.ts'
import { members, member, offsetInString, stringAt } from '../source/source.ts'
import { compileValue } from '../lower/value.ts'
import type { CompileContext, Value } from '../lower/compileContext.ts'
import type { RefArgument } from './substituteRefs.ts'
import { argumentPath, statePathOf } from './refParam.ts'
import { pathKey } from '../infer/astKey.ts'
import { isNonNull } from '../infer/facts.ts'
import { Scope } from '../infer/scope.ts'
import type { Schema } from '../contract/schema.ts'
import { typeOf } from '../infer/types.ts'
import type { ProjectIndex } from '../projectIndex.ts'
import type { DeclaredQuery, State } from '../contract/declarations.ts'

/**
 * Checks the argument of a "twoWay" parameter: a state of the same type. Marks the state as set if the part sets it.
 * Returns undefined after an error.
 */
export function passStateByRef(
  node: JsonNode,
  { schema, ref }: { schema: Schema; ref: { state: State } },
  context: CompileContext,
): (RefArgument & { value: Value }) | undefined {
  const { unit, path } = context
  const [head = '', ...inner] = statePathOf(node, unit.kind)
  const state = unit.states.get(head)
  if (!state) {
    unit.emit({ event: 'referenceNotState', kind: unit.kind, name: head, states: unit.states.keys() }, node, path)
    return undefined
  }
  const wasUsed = state.used
  // Facts about the state are invalid after the part sets it.
  const value = compileValue(node, schema, { ...context, scope: Scope.of(context.scope.names, context.scope.prefix) })
  const declared = inner.reduce<Schema | undefined>((outer, field) => outer?.properties?.[field], state.schema)
  state.set ||= ref.state.set
  state.used = wasUsed || ref.state.used
  if ('json' in value || !declared) return undefined
  const problem = mismatch(typeOf(schema), typeOf(declared))
  if (problem) {
    unit.emit({ event: 'otherStateType', set: typeOf(schema), state: typeOf(declared) }, node, path)
    return undefined
  }
  return { path: [unit.local(head), ...inner].join('.'), state: head, value }
}

/** Checks the argument of a query parameter: the name of a query of the same call. Returns undefined after an error. */
export function passQueryByRef(
  node: JsonNode,
  { ref }: { ref: { query: DeclaredQuery } },
  { unit, path, scope }: CompileContext,
): RefArgument | undefined {
  const name = queryNameOf(node) ?? ''
  const query = unit.queries.get(name)
  if (query?.call !== ref.query.call) {
    unit.emit(
      query
        ? { event: 'queryOfOtherCall', call: ref.query.call, query: name, given: query.call }
        : { event: 'referenceNotQuery', call: ref.query.call, name, queries: unit.queries.keys() },
      node,
      path,
    )
    return undefined
  }
  query.used ||= ref.query.used
  const start = offsetInString(unit.source, node, String(node.value).indexOf(name))
  unit.mention(unit.own('query', name), { start, end: start + name.length })
  return { path: unit.local(name), isLoaded: isNonNull(scope.facts, pathKey(name)) }
}

/** Queries passed by reference to the part that a node uses. */
export function queriesPassedByRef(node: JsonNode, projectIndex: ProjectIndex): string[] {
  const id = node.type === 'object' ? stringAt(node, 'part') : undefined
  const part = id === undefined ? 'missing' : projectIndex.part(id)
  if (typeof part === 'string') return []
  return members(member(node, 'props')).flatMap(({ name, value }) => {
    const ref = part.params.get(name)?.ref
    return ref && 'query' in ref ? (queryNameOf(value) ?? []) : []
  })
}

/** The name that an argument consists of: "=orders" is the query "orders". */
function queryNameOf(node: JsonNode): string | undefined {
  const [name, ...members] = argumentPath(node) ?? []
  return members.length === 0 ? name : undefined
}
