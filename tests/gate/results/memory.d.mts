import type { Part } from '../schedule.mjs'

/** A failed test: its name, and its file with the line where it is known. */
export interface FailedTest {
  name: string
  at: string
}
export interface Memory {
  /** Duration of each part. */
  seconds: Record<string, number>
  /** The failed tests of each part that failed. */
  failures: Record<string, FailedTest[]>
}
export interface Result {
  name: string
  seconds: number
  failed: number
  failures: (FailedTest & { error?: string[] })[]
}
export interface RunnablePart extends Part {
  /** Program and arguments. */
  command: [string, string[]]
  /** The command that runs only these tests. */
  commandOfFailed?(failures: FailedTest[]): [string, string[]]
}

export declare function readMemory(file: string): Memory
export declare function remember(memory: Memory, results: readonly Result[], isWhole?: boolean): Memory
export declare function writeMemory(file: string, memory: Memory): void
export declare function failedParts<P extends RunnablePart>(parts: readonly P[], memory: Memory): P[]
