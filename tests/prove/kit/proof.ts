export interface ProofOptions {
  seed: number
  runs: number
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
