export interface ProofOptions {
  seed: number
  runs: number
  log(line: string): void
}

export interface ProofOutcome {
  ok: boolean
  figures: Record<string, unknown>
}
