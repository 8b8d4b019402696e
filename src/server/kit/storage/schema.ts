import { StartError } from '../startError.ts'
/**
 * A database schema by name: columns ("column users.first_name"), constraints ("rule of users: UNIQUE (email)"), indexes and triggers,
 * each with its definition.
 */
export type DbSchema = ReadonlyMap<string, string>

/** A row cannot be inserted without it. */
const REQUIRED = /\bNOT NULL\b/
const DEFAULTED = /\bDEFAULT\b|\bGENERATED\b/

/** Differences between the actual schema and the definitions, one sentence each. Additional optional columns of an earlier version are allowed. */
export function differences(actual: DbSchema, expected: DbSchema): string[] {
  const tables = new Set([...expected.keys()].flatMap((name) => /^column (\w+)\./.exec(name)?.[1] ?? []))
  const changed = [...expected].flatMap(([name, what]) => {
    const definition = actual.get(name)
    if (definition === undefined) return [`The ${name} is not there.`]
    return definition === what ? [] : [`The ${name} is "${definition}" and should be "${what}".`]
  })
  const extra = [...actual].flatMap(([name, what]) => {
    const [, kind = '', table = ''] = /^(column|rule of) (\w+)/.exec(name) ?? []
    if (expected.has(name) || !tables.has(table)) return []
    if (kind === 'rule of') return [`The ${name} should not be there.`]
    return REQUIRED.test(what) && !DEFAULTED.test(what)
      ? [`The ${name} is "${what}", and nothing is written into it.`]
      : []
  })
  return [...changed, ...extra]
}

/** Throws if the actual schema would reject rows or lacks a constraint; called before the server listens. */
export function checkSchema(actual: DbSchema, expected: DbSchema): void {
  const problems = differences(actual, expected)
  if (problems.length === 0) return
  throw new StartError(
    `This database was made by another version. ${problems.slice(0, 5).join(' ')}${problems.length > 5 ? ` And ${problems.length - 5} more.` : ''} Bring it there by a step in src/server/kit/storage/migrations.ts, change it by hand, give what has changed another name in src/server/<module>/tables.ts, or start with an empty database.`,
  )
}
