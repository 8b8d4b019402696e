import type { Comparison } from '../../compiler/compare/comparison.ts'
import { changeLines } from '../../compiler/compare/describe.ts'
import type { Diagnostic } from '../../compiler/source/findings/diagnostics.ts'
import { countOf } from './counts.ts'

/** Formats a comparison as text. */
export function formatComparison(name: string, comparison: Comparison, colour: boolean): string {
  const { changes, contract, todayWithOther, otherWithToday, released } = comparison
  if ([changes, contract, todayWithOther, otherWithToday, released].every((list) => list.length === 0))
    return `No difference from ${name}.\n`
  const title = (text: string): string => `\n${colour ? `\u001b[1m${text}\u001b[0m` : text}`
  const out = [`Compared with ${name}.`]
  out.push(
    title(
      comparison.changes.length === 0
        ? 'Nothing changes for users.'
        : `${countOf(comparison.changes.length, 'change')} for users`,
    ),
    ...changeLines(comparison.changes),
  )
  if (comparison.contract.length > 0)
    out.push(title(`${countOf(comparison.contract.length, 'change')} of the contract`))
  for (const { kind, name: item, details, screens } of comparison.contract) {
    out.push(`${kind} ${item}`, ...details.map((detail) => `  ${detail}`))
    out.push(
      screens.length === 0
        ? '  No screen uses it.'
        : `  Used by ${screens.map(({ route, compiles }) => `${route}${compiles ? '' : ' (does not compile with the contract before)'}`).join(', ')}.`,
    )
  }
  out.push(...findings(title('Screens of today that do not compile with its contract'), comparison.todayWithOther))
  out.push(...findings(title('Its screens that do not compile with the contract of today'), comparison.otherWithToday))
  if (comparison.released.length > 0) out.push(title('Screens that are out and fail with a server of today'))
  for (const { route, failures } of comparison.released) out.push(route, ...failures.map((failure) => `  ${failure}`))
  if (comparison.todayWithOther.length + comparison.otherWithToday.length + comparison.released.length === 0)
    out.push(title('Nothing breaks: screens that are out go on working with a server of today.'))
  out.push(title('Released clients'), ...table(comparison.clients))
  return `${out.join('\n')}\n`
}

const findings = (title: string, all: readonly Diagnostic[]): string[] =>
  all.length === 0
    ? []
    : [
        title,
        ...all.map(
          (diagnostic) =>
            `${diagnostic.file}:${diagnostic.line}:${diagnostic.column} ${diagnostic.rule} ${diagnostic.message}`,
        ),
      ]

function table(clients: Comparison['clients']): string[] {
  const releases = clients[0]?.lacks.map(({ release }) => release) ?? []
  if (releases.length === 0) return ['No manifest of a release is stored in schemas/clients.']
  const short = clients.filter(({ lacks }) => lacks.some((lack) => lack.lacks.length > 0))
  if (short.length === 0) return [`${releases.join(', ')}: can draw all ${countOf(clients.length, 'screen')}.`]
  const rows = [
    ['screen', ...releases],
    ...clients.map(({ route, lacks }) => [
      route,
      ...lacks.map((lack) => (lack.lacks.length === 0 ? 'yes' : lack.lacks.join(', '))),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
