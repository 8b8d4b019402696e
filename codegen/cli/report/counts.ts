import type { Diagnostic } from '../../compiler/source/findings/diagnostics.ts'

/** Whether a file is one of the requested paths, or inside one. */
export const isSelected = ({ paths }: { paths: readonly string[] }, file: string): boolean =>
  paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`))

/** The number of errors and of warnings. */
export function counts(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number } {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  return { errors, warnings: diagnostics.length - errors }
}

/** A count with its noun, in the plural unless the count is 1: "2 fixes". */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('x') ? 'es' : 's'}`
