import type { Node, Step } from '../../../src/core/program.ts'
import type { Describer } from './nodeComparison.ts'

/** Context in which a keyword describes its change in a screen. */
export interface ScreenComparison {
  readonly describer: Describer
  /** Reports a sentence. */
  report(text: string): void
  /** Differences between two lists of nodes, one sentence each. */
  nodes(before: readonly Node[], after: readonly Node[]): string[]
  /** Differences between two step sequences, one sentence each. */
  steps(before: readonly Step[], after: readonly Step[]): string[]
}
