import type { TimedPart } from './schedule.mjs'

export interface GatePart extends TimedPart {
  /** Program and arguments. */
  command: readonly [string, readonly string[]]
}

/** The parts in the order of their starts. Reports of the run are written to `scratch`, and those for the user to `report`. `full`: with the long tests and proofs. */
export declare function createParts(options: {
  scratch: string
  report?: string | undefined
  full?: boolean
}): Promise<GatePart[]>
