import type { JsonNode } from './source.ts'
import { mismatch, showType } from './assign.ts'
import { didYouMean } from './nearest.ts'
import { members, member, stringAt } from './source.ts'
import { compileValue } from './value.ts'
import type { CompileContext, Value } from './compileContext.ts'
import type { RefArgument } from './substituteRefs.ts'
import { Scope } from './infer/scope.ts'
import type { Schema } from './schema.ts'
import { typeOf } from './types.ts'
import type { ProjectIndex, Region, State } from './compilationUnit.ts'
import referenceParameter from '../check/rules/reference-parameter.ts'

/** A parameter passed by reference: a state that the part may set, or a region that it may wait for. */
export type RefParam = { state: State } | { region: Region }

export function passStateByRef(node: JsonNode, { schema, ref }: { schema: Schema; ref: { state: State } }, context: CompileContext): (RefArgument & { value: Value }) | undefined {
  const { unit, path } = context
  const inPart = unit.kind === 'part'
  const [, name = ''] = (inPart ? /^=\s*(\w+(?:\.\w+)*)\s*$/ : /^=\s*state\.(\w+(?:\.\w+)*)\s*$/).exec(String(node.value)) ?? []
  const [head = '', ...inner] = name.split('.')
  const state = unit.states.get(head)
  if (!state) {
    unit.report(referenceParameter, node, path, inPart ? 'The part that is used here sets this parameter, so it is given a settable parameter of this one.' : 'The part sets this parameter, so it is given a state of the screen and nothing else.', didYouMean(head, unit.states.keys()) ?? (inPart ? 'Write "=name" of a parameter with "settable": true.' : 'Write "=state.name".'))
    return undefined
  }
  const { used } = state
  // Facts about the state do not hold after the part has set it.
  const value = compileValue(node, schema, { ...context, scope: Scope.of(context.scope.names, context.scope.prefix) })
  state.used = used
  const declared = inner.reduce<Schema | undefined>((outer, field) => outer?.properties?.[field], state.schema)
  state.set ||= ref.state.set
  state.used ||= ref.state.used
  if ('json' in value || !declared) return undefined
  const problem = mismatch(typeOf(schema), typeOf(declared))
  if (problem) {
    unit.report(referenceParameter, node, path, `The part may set ${showType(typeOf(schema))} here, and the state holds ${showType(typeOf(declared))}.`, 'Give the state and the parameter the same type.')
    return undefined
  }
  return { path: [unit.local(head), ...inner].join('.'), state: head, value }
}

export function passRegionByRef(node: JsonNode, { ref }: { ref: { region: Region } }, { unit, path, scope }: CompileContext): RefArgument | undefined {
  const [, name = ''] = /^=\s*(\w+)\s*$/.exec(String(node.value)) ?? []
  const region = unit.regions.get(name)
  if (region?.call !== ref.region.call) {
    unit.report(referenceParameter, node, path, region ? `The part waits for the data of "${ref.region.call}", and "${name}" is of "${region.call}".` : `The part waits for this parameter, so it is given data of the call "${ref.region.call}" by its name.`, region ? undefined : (didYouMean(name, unit.regions.keys()) ?? 'Write "=name" of a region.'))
    return undefined
  }
  region.used ||= ref.region.used
  return { path: unit.local(name), isLoaded: scope.facts.get(name)?.some((one) => one.nonNull) ?? false }
}

/** Regions passed by reference to the part that a node uses. */
export function regionsPassedByRef(node: JsonNode, projectIndex: ProjectIndex): string[] {
  const id = node.type === 'object' ? stringAt(node, 'part') : undefined
  const part = id === undefined ? 'missing' : projectIndex.part(id)
  if (typeof part === 'string') return []
  return members(member(node, 'props')).flatMap(({ name, value }) => {
    const ref = part.params.get(name)?.ref
    return ref && 'region' in ref ? [String(value.value).replace(/^=\s*|\s*$/g, '')] : []
  })
}
