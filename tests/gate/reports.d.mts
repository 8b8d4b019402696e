export interface Failure {
  name: string
  /** The file, and the line where it is known. */
  at: string
  /** The first lines of what was said. */
  error: string[]
}

export function lastLines(text: string, lines?: number): string[]
export function failuresOfVitest(report: object, root: string): Failure[]
export function failuresOfPlaywright(report: object, folder: string): Failure[]
export function failuresOfProofs(report: object, folder: string): Failure[]
export function formatFailure(failure: Failure): string
