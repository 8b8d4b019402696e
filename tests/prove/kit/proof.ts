export interface ProofOptions {
  seed: number
  runs: number
  log(line: string): void
  /** A folder for what it leaves behind to be looked at; left out: nothing is. */
  out?: string
  /** The languages to do it in; left out: all. */
  lang?: string[]
  /** The account to do it with; left out: now the one, now the other. */
  mode?: 'real' | 'demo'
}

export interface ProofResult {
  ok: boolean
  figures: Record<string, unknown>
}
