import type { Diagnostic } from '../compiler/protocol.ts'

/** How many errors and warnings there are: "1 error, 2 warnings". */
export function wordsOfCounts(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  return [
    errors > 0 ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : '',
    warnings > 0 ? `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : '',
  ]
    .filter((one) => one !== '')
    .join(', ')
}
