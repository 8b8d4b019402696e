import type { Mention } from './mention.ts'

const KINDS = ['functions', 'texts', 'widgets', 'actions', 'calls', 'forms', 'routes', 'parts', 'icons'] as const
export type NameKind = (typeof KINDS)[number]

/** Names collected while compiling one screen or part. */
export class UsedNames {
  readonly functions = new Set<string>()
  readonly texts = new Set<string>()
  readonly widgets = new Set<string>()
  readonly actions = new Set<string>()
  readonly calls = new Set<string>()
  readonly forms = new Set<string>()
  readonly routes = new Set<string>()
  readonly parts = new Set<string>()
  readonly icons = new Set<string>()
  /** Where this screen or part names something, in the order of the compilation; a position may be listed twice. */
  readonly mentions: Mention[] = []

  /** Adds all names of another one, but not where they are named. */
  include(other: UsedNames): void {
    for (const kind of KINDS) for (const name of other[kind]) this[kind].add(name)
  }
}
