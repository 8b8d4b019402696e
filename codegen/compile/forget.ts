import { isDraft } from './flow/states.ts'
import type { Scope } from './infer/scope.ts'
import type { Unit } from './unit.ts'

/** Whether what is known speaks of a state; a name of a document is no pattern. */
function mentionsWord(key: string, word: string): boolean {
  for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1)) if (!/\w/.test(`${key[at - 1] ?? ''}${key[at + word.length] ?? ''}`)) return true
  return false
}

/** What was known of a state, or of what is typed into a form, is not known after a step has changed it. Any parameter of a part may read it. */
export function withoutStates(scope: Scope, changed: ReadonlySet<string>, unit: Unit): Scope {
  if (changed.size === 0) return scope
  const drafts = [...changed].filter(isDraft)
  const states = [...changed].filter((name) => !isDraft(name))
  const params = unit.kind === 'part' ? [...unit.params].filter((name) => !unit.regions.has(name)) : []
  const gone = unit.kind === 'part' ? [...params, ...drafts] : [...states.map((name) => `state.${name}`), ...drafts]
  return scope.forget((key) => gone.some((word) => mentionsWord(key, word)))
}
