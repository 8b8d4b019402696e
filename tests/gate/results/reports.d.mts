export interface Failure {
  name: string
  /** The file, and the line where it is known. */
  at: string
  /** The first lines of what was said. */
  error: string[]
}

export interface VitestTest {
  fullName: string
  status: string
  tags?: string[]
  failureMessages?: string[]
}

/** Tests that are marked LONG, those that are not (default), or both. */
export interface VitestKind {
  long?: boolean | 'both'
}

export interface Duration {
  file: string
  seconds: number
}

export function lastLines(text: string, lines?: number): string[]
export function testsOfVitest(report: object, kind?: VitestKind): (VitestTest & { file: string })[]
export function failuresOfVitest(report: object, root: string, kind?: VitestKind): Failure[]
export function countsOfVitest(report: object, kind?: VitestKind): { passed: number; failed: number }
export function failuresOfPlaywright(report: object, folder: string): Failure[]
export function durationsOfPlaywright(report: object, folder: string): Duration[]
export function dearest(durations: readonly Duration[], count?: number): Duration[]
export function failuresOfProofs(report: object): Failure[]
export function formatFailure(failure: Failure): string
