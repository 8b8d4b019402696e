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

/** Tests that are marked LONG, or those that are not (default). */
export interface VitestKind {
  long?: boolean
}

export function lastLines(text: string, lines?: number): string[]
export function testsOfVitest(report: object, kind?: VitestKind): (VitestTest & { file: string })[]
export function failuresOfVitest(report: object, root: string, kind?: VitestKind): Failure[]
export function countsOfVitest(report: object, kind?: VitestKind): { passed: number; failed: number }
export function failuresOfPlaywright(report: object, folder: string): Failure[]
export function failuresOfProofs(report: object, folder: string): Failure[]
export function formatFailure(failure: Failure): string
