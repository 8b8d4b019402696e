/** How much a proof does: all of it, what CI takes (`--ci`), or what `npm test -- --full` takes (`--short`). */
export type Length = 'full' | 'middle' | 'short'

/** Number of runs by length. A proof without `middle` does the same with `--ci` as with `--short`, so that `--ci` leaves it out. */
export interface Runs {
  full: number
  middle?: number
  short: number
}

export interface ProofOptions {
  seed: number
  runs: number
  length: Length
  log(line: string): void
  /** Output folder; without it nothing is written. */
  out?: string
  /** Languages; default: all. */
  lang?: string[]
  /** Account mode; default: both, alternating. */
  mode?: 'real' | 'demo'
  /** Names of the parts to run; default: all. */
  only?: string[]
}

export interface ProofResult {
  ok: boolean
  figures: Record<string, unknown>
}
