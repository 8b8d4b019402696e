import type { Expr, Root } from '../../src/core/program.ts'
import { operationsOf } from '../../src/core/visit.ts'
import { stateWrittenBy, isDraft, DRAFT_PREFIX } from './flow/stateChanges.ts'
import type { Scope } from './infer/scope.ts'
import { member, members, stringAt, visitJson } from './source.ts'
import type { JsonNode } from './source.ts'
import type { CompilationUnit } from './compilationUnit.ts'

const QUERY_PREFIX = 'data.'

/** Mutable reads of expressions: names of states, "forms.<form>", "data.<query>". */
export function mutableReadsOf(exprs: readonly Expr[]): Set<string> {
  const prefixes: { readonly [root in Root]?: string } = { state: '', forms: DRAFT_PREFIX, data: QUERY_PREFIX }
  return new Set(
    exprs.flatMap(operationsOf).flatMap((read) => {
      const prefix = read[0] === '@' ? prefixes[read[1]] : undefined
      return prefix === undefined ? [] : [`${prefix}${String(read[2])}`]
    }),
  )
}

/** Whether a key contains a name as a whole word. Not a RegExp: the name comes from a document. */
function mentionsWord(key: string, word: string): boolean {
  for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1))
    if (!/\w/.test(`${key[at - 1] ?? ''}${key[at + word.length] ?? ''}`)) return true
  return false
}

/**
 * Facts about a state or a form draft are dropped after a step changes it. So are facts about queries whose payload reads it,
 * since the new response is pending. Any parameter of a part may read a state; the payload of a query parameter is not visible in the part.
 */
export function invalidateFacts(scope: Scope, changed: ReadonlySet<string>, unit: CompilationUnit): Scope {
  if (changed.size === 0) return scope
  const drafts = [...changed].filter(isDraft)
  const states = [...changed].filter((name) => !isDraft(name))
  const params = [...unit.params].filter((name) => !unit.queries.has(name))
  const invalidated =
    unit.kind === 'part'
      ? [...params, ...drafts]
      : [...states.map((name) => `state.${name}`), ...drafts, ...dependentQueries(changed, unit)]
  return scope.forget((key) => invalidated.some((word) => mentionsWord(key, word)))
}

/** Queries whose payload or condition depends on these names, transitively. */
function dependentQueries(changed: ReadonlySet<string>, { queries }: CompilationUnit): string[] {
  const dependents = new Set<string>()
  const reach = new Set(changed)
  for (let before = -1; before < dependents.size;) {
    before = dependents.size
    for (const [name, { dependsOn }] of queries) {
      if (dependents.has(name) || !dependsOn || ![...dependsOn].some((one) => reach.has(one))) continue
      dependents.add(name)
      reach.add(`${QUERY_PREFIX}${name}`)
    }
  }
  return [...dependents]
}

/** Names that steps below a document node may write. The controls of an open sheet run before the step after it. */
export function writesWithin(holder: JsonNode, unit: CompilationUnit): ReadonlySet<string> {
  const written = new Set<string>()
  visitJson(holder, (node) => {
    const changed = stateWrittenBy(unit.contract.actions.get(stringAt(node, 'action') ?? ''), (argument) =>
      stringAt(node, argument),
    )
    if (changed !== undefined) written.add(changed)
    const part = unit.projectIndex.part(stringAt(node, 'part') ?? '')
    if (typeof part === 'string') return
    for (const { name, value } of members(member(node, 'props'))) {
      const ref = part.params.get(name)?.ref
      const [, state] = ref && 'state' in ref ? (/^=\s*(?:state\.)?(\w+)/.exec(String(value.value)) ?? []) : []
      if (state !== undefined) written.add(state)
    }
  })
  return written
}
