import type { Source } from './source.ts'

/**
 * Sources that record which files are read: the findings of a screen have positions in its own file and in those of
 * parts.
 */
export class NotedSources {
  readonly #sources: ReadonlyMap<string, Source>
  readonly #read = new Map<string, Source | undefined>()

  constructor(sources: ReadonlyMap<string, Source>) {
    this.#sources = sources
  }

  get(file: string): Source | undefined {
    const source = this.#sources.get(file)
    this.#read.set(file, source)
    return source
  }

  /** Whether all that was read is the same in other sources. */
  holdFor(sources: ReadonlyMap<string, Source>): boolean {
    return [...this.#read].every(([file, source]) => sources.get(file) === source)
  }
}
