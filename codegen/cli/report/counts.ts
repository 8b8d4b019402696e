import type { Diagnostic, Severity } from '../../compiler/source/findings/diagnostics.ts'

/** Whether a file is one of the requested paths, or inside one. */
export const isSelected = ({ paths }: { paths: readonly string[] }, file: string): boolean =>
  paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`))

/** Whether a finding concerns a requested path, and is no guess where guesses are switched off. */
export const isShown = (
  { paths, flags }: { paths: readonly string[]; flags: { 'no-lint': boolean } },
  { file, severity }: Diagnostic,
): boolean => isSelected({ paths }, file) && !(flags['no-lint'] && severity === 'lint')

export interface Counts {
  errors: number
  warnings: number
  lints: number
}

/** The number of findings of each severity. */
export function counts(diagnostics: readonly Diagnostic[]): Counts {
  const count = (severity: Severity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), lints: count('lint') }
}

/** The counts as a person reads them; lint findings only where there are some. */
export const countsInWords = ({ errors, warnings, lints }: Counts): string =>
  [countOf(errors, 'error'), countOf(warnings, 'warning'), ...(lints > 0 ? [countOf(lints, 'lint finding')] : [])].join(
    ', ',
  )

/** A count with its noun, in the plural unless the count is 1: "2 fixes". */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('x') ? 'es' : 's'}`
