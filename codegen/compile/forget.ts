import type { Scope } from './infer/scope.ts'
import type { Unit } from './unit.ts'

/** Whether what is known speaks of a state; a name of a document is no pattern. */
function mentionsWord(key: string, word: string): boolean {
  for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1)) if (!/\w/.test(`${key[at - 1] ?? ''}${key[at + word.length] ?? ''}`)) return true
  return false
}

/** What was known of a state before it was set is not known after. Any parameter of a part may read the state that the part has set. */
export function withoutStates(scope: Scope, changed: ReadonlySet<string>, unit: Unit): Scope {
  if (changed.size === 0) return scope
  const gone = unit.kind === 'part' ? [...unit.params].filter((name) => !unit.regions.has(name)) : [...changed].map((name) => `state.${name}`)
  return scope.forget((key) => gone.some((word) => mentionsWord(key, word)))
}
