import { sql } from 'kysely'
import { openDatabase, readDdl, type OpenDatabase } from '../../../src/server/db.ts'
import { columnsOf } from '../../../src/server/storage/columns.ts'

async function inside<Result>(address: string, work: (opened: OpenDatabase) => Promise<Result>): Promise<Result> {
  const opened = await openDatabase(address)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function namesThere({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** A database of an earlier version gains what it lacks when the server starts on it, or stops the start. */
export async function proveColumns(address: string, faults: string[]): Promise<void> {
  const before = await inside(address, namesThere)
  for (const { table, name } of columnsOf(await readDdl())) if (!before.includes(`${table}.${name}`)) faults.push(`PostgreSQL has no column ${table}.${name}`)
  await inside(address, async ({ db }) => {
    await db.insertInto('facts').values({ name: 'kept', value: 'yes' }).execute()
    await sql`ALTER TABLE payees DROP COLUMN deleted`.execute(db)
    await sql`ALTER TABLE users DROP COLUMN first_name`.execute(db)
  })
  const after = await inside(address, namesThere)
  if (after.join() !== before.join()) faults.push(`A database that lacked columns has become another one: ${before.filter((name) => !after.includes(name)).join(', ')}`)

  await inside(address, ({ db }) => sql`ALTER TABLE facts DROP COLUMN value`.execute(db))
  const refused = await openDatabase(address).then(
    async (opened) => {
      await opened.close()
      return 'nothing'
    },
    (error: unknown) => String(error),
  )
  if (!refused.includes('no column facts.value')) faults.push(`A column that cannot be added was told of with ${refused}`)
}
