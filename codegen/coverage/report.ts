import { constants, routes, evidenceOf, statuses } from './app.ts'
import { calls, entities, errors, successes } from './contract.ts'
import type { Project } from './project.ts'
import type { RegistrySuite, Requirements, Row } from './requirements.ts'

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

const SUITES: Readonly<Partial<Record<keyof Requirements, readonly RegistrySuite[]>>> = {
  entities: [
    {
      file: 'src/server/calls.test.ts',
      contains: "describe('every call of the contract'",
      proves: 'is validated against its schema in every reply',
    },
  ],
  statuses: [
    {
      file: 'src/product/domain/status.test.ts',
      contains: 'describe.each(lists)',
      proves: 'has valid transitions to each of its statuses, and an end',
    },
  ],
  errors: [
    {
      file: 'tests/conformance/product/messages.test.ts',
      contains: 'schemas/errors.json',
      proves: 'is shown as its text in every language',
    },
  ],
  successes: [
    {
      file: 'tests/conformance/product/messages.test.ts',
      contains: 'schemas/successes.json',
      proves: 'is shown as its text in every language',
    },
  ],
}

/**
 * Every promise with its evidence. A promise with missing evidence, or without a separate test or one of its registry,
 * is unmapped.
 */
export function cover(project: Project, promises: Requirements): Row[] {
  return Object.entries(KINDS).flatMap(([kind, find]) => {
    const suites = SUITES[kind as keyof Requirements] ?? []
    const absent = suites.filter(({ file, contains }) => !project.text(file).includes(contains))
    const rows = (find as (project: Project, promised: unknown) => Row[])(project, promises[kind as keyof Requirements])
    return rows.map((row) => ({
      ...row,
      missing: [
        ...row.missing,
        ...absent.map(({ file, contains }) => `${file} with ${contains}`),
        ...(row.test === null && suites.length === 0 ? ['test'] : []),
      ],
    }))
  })
}

/** Whether no evidence of the promise is missing. */
export const isMapped = (row: Row): boolean => row.missing.length === 0

const cell = (value: string | null) => (value ?? '–').replaceAll('|', '\\|')

/** The complete report, in Markdown. */
export function print(rows: readonly Row[]): string {
  const lines: string[] = []
  for (const kind of Object.keys(KINDS)) {
    const own = rows.filter((row) => row.kind === kind)
    lines.push(
      `\n## ${kind}: ${own.filter(isMapped).length} of ${own.length}, ${own.filter(({ test }) => test !== null).length} with a test of their own\n`,
      ...(SUITES[kind as keyof Requirements] ?? []).map(({ file, proves }) => `Each ${proves} by ${file}.\n`),
      '| promise | screen | schema | code | test | missing |',
      '| --- | --- | --- | --- | --- | --- |',
    )
    for (const row of own)
      lines.push(
        `| ${[row.promise, row.screen, row.schema, row.code, row.test, row.missing.join('; ')].map(cell).join(' | ')} |`,
      )
  }
  return lines.join('\n').trim()
}

/** The unmapped promises, one line each. */
export const unmapped = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => !isMapped(row))
    .map(({ kind, promise, missing }) => `${kind}: ${promise}: missing ${missing.join('; ')}`)
