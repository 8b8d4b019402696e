import type { RunnablePart } from './results/memory.mjs'
import type { TimedPart } from './schedule.mjs'

export interface GatePart extends TimedPart, RunnablePart {
  /** The test files of a suite that run. */
  files?: readonly string[]
}

export declare function testFilesOfSuites(): { name: string; files: string[] }[]

/** The parts in the order of their starts. Reports of the run are written to `scratch`, and those for the user to `report`. */
export declare function createParts(options: {
  scratch: string
  report?: string | undefined
  full?: boolean
  /** Only these test files, whole. */
  named?: readonly string[]
}): Promise<GatePart[]>
