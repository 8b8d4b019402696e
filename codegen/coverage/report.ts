import { constants, routes, evidenceOf, statuses } from './app.ts'
import { calls, entities, errors, successes } from './contract.ts'
import type { Project } from './project.ts'
import type { Requirements, Row } from './requirements.ts'

const KINDS: { [K in keyof Requirements]: (project: Project, promised: Requirements[K]) => Row[] } = {
  routes,
  calls,
  entities,
  statuses,
  rules: evidenceOf('rules'),
  accessRules: evidenceOf('accessRules'),
  errors,
  successes,
  constants,
}

/** Every promise with its evidence. A promise without a test, or with missing evidence, is unmapped. */
export function cover(project: Project, promises: Requirements): Row[] {
  return Object.entries(KINDS).flatMap(([kind, find]) =>
    (find as (project: Project, promised: unknown) => Row[])(project, promises[kind as keyof Requirements]),
  )
}

export const isMapped = (row: Row): boolean => row.missing.length === 0 && row.test !== null

const cell = (value: string | null) => (value ?? '–').replaceAll('|', '\\|')

/** The complete report, in Markdown. */
export function print(rows: readonly Row[]): string {
  const lines: string[] = []
  for (const kind of Object.keys(KINDS)) {
    const own = rows.filter((row) => row.kind === kind)
    lines.push(
      `\n## ${kind}: ${own.filter(isMapped).length} of ${own.length}\n`,
      '| promise | screen | schema | code | test | missing |',
      '| --- | --- | --- | --- | --- | --- |',
    )
    for (const row of own)
      lines.push(
        `| ${[row.promise, row.screen, row.schema, row.code, row.test, isMapped(row) ? '' : row.missing.join('; ') || 'test'].map(cell).join(' | ')} |`,
      )
  }
  return lines.join('\n').trim()
}

/** The unmapped promises, one line each. */
export const unmapped = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => !isMapped(row))
    .map(({ kind, promise, missing }) => `${kind}: ${promise}: missing ${missing.join('; ') || 'test'}`)
