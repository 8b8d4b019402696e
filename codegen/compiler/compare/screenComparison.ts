import type { Node, Step } from '../../../src/engine/language/expressions/program.ts'
import type { ChangeDetail } from './change.ts'
import type { Describer } from './nodeComparison.ts'

/** Context of a keyword that compares two screens. */
export interface ScreenComparison {
  readonly describer: Describer
  report(detail: ChangeDetail): void
  /** Differences between two lists of nodes. */
  nodes(before: readonly Node[], after: readonly Node[]): ChangeDetail[]
  /** Differences between two step sequences. */
  steps(before: readonly Step[], after: readonly Step[]): ChangeDetail[]
}
