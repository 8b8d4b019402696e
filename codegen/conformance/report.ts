import { MISSING_CALL, type Finding } from './findings.ts'
import type { CallReport, SuiteReport } from './suite.ts'

const line = ({ call, check, field, expected, got }: Finding): string =>
  `  ${call}${field && `  ${field}`}  (${check})\n    expected ${expected}\n    got      ${got}`

const listOf = (calls: readonly CallReport[], result: CallReport['result']): string[] => {
  const some = calls.filter((call) => call.result === result)
  return some.map(({ call, why }) => `  ${call}${why === undefined ? '' : `  ${why}`}`)
}

/** The report for people. */
export function inText({ address, findings, notes, calls, checks }: SuiteReport): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines]
  const count = (result: CallReport['result']) => calls.filter((call) => call.result === result).length
  const [missing, others] = [true, false].map((item) =>
    findings.filter(({ check }) => (check === MISSING_CALL) === item),
  )
  return [
    address,
    ...section(
      'Calls that the backend does not have',
      (missing ?? []).map(({ call }) => `  ${call}`),
    ),
    ...section('Does not fit', (others ?? []).map(line)),
    ...section(
      'Fields that the app ignores',
      notes.map(({ call, field }) => `  ${call}  ${field}`),
    ),
    ...section('Refused, as the contract allows: their data was not checked', listOf(calls, 'refused')),
    ...section('Not sent', listOf(calls, 'skipped')),
    '',
    `${checks} checks, ${findings.length} findings; data of ${count('data')} of ${calls.length} reading calls fits, ${count('refused')} refused, ${count('skipped')} not sent`,
  ].join('\n')
}
