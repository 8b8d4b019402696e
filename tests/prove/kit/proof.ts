export interface ProofOptions {
  seed: number
  runs: number
  log(line: string): void
  /** A folder for what it leaves behind to be looked at; left out: nothing is. */
  out?: string
  /** The languages to do it in; left out: all. */
  lang?: string[]
}

export interface ProofOutcome {
  ok: boolean
  figures: Record<string, unknown>
}
