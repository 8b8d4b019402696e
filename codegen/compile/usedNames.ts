import type { Mention } from './mention.ts'

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
  /** Where this screen or part names something, in the order of the compilation; a place may be listed twice. */
  readonly mentions: Mention[] = []

  include(other: UsedNames): void {
    for (const kind of [
      'functions',
      'texts',
      'widgets',
      'actions',
      'calls',
      'forms',
      'routes',
      'parts',
      'icons',
    ] as const) {
      for (const name of other[kind]) this[kind].add(name)
    }
  }
}
