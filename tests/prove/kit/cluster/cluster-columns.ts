import { sql } from 'kysely'
import { Client } from 'pg'
import { tables, type OpenDatabase } from '../../../../src/server/db.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'

async function inside<Result>(address: string, work: (opened: OpenDatabase) => Promise<Result>): Promise<Result> {
  const opened = await openDatabase(address)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function schemaNames({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** On start, a database of an earlier version gains its missing columns or stops the start, as does one with different tables. */
export async function proveColumns(address: string, faults: string[]): Promise<void> {
  const before = await inside(address, schemaNames)
  for (const [table, { columns }] of Object.entries(tables))
    for (const name of Object.keys(columns))
      if (!before.includes(`${table}.${name}`)) faults.push(`PostgreSQL has no column ${table}.${name}`)
  await inside(address, async ({ db }) => {
    await db.insertInto('facts').values({ name: 'kept', value: 'yes' }).execute()
    await sql`ALTER TABLE payees DROP COLUMN deleted`.execute(db)
    await sql`ALTER TABLE users DROP COLUMN first_name`.execute(db)
  })
  const after = await inside(address, schemaNames)
  if (after.join() !== before.join())
    faults.push(
      `A database that lacked columns has become another one: ${before.filter((name) => !after.includes(name)).join(', ')}`,
    )

  await inside(address, ({ db }) => sql`ALTER TABLE payees ADD COLUMN old TEXT`.execute(db))
  if ((await refusal(address)) !== null)
    faults.push('A column of an earlier version, which is optional, stops the start')
  for (const [change, back, expected] of CHANGES) {
    const spoil = new Client({ connectionString: address })
    await spoil.connect()
    await spoil.query(change)
    const refused = await refusal(address)
    if (refused?.includes(expected) !== true) faults.push(`After ${change} a start was answered with ${refused}`)
    await spoil.query(back)
    await spoil.end()
  }
  if ((await refusal(address)) !== null) faults.push('Tables that are as they should be again stop the start')
}

/** A change of a table, its reversal, and the message of the start. */
const CHANGES = [
  [
    'ALTER TABLE payees ALTER COLUMN deleted SET DEFAULT 7',
    'ALTER TABLE payees ALTER COLUMN deleted DROP DEFAULT',
    'column payees.deleted is "bigint DEFAULT 7" and should be "bigint".',
  ],
  [
    'ALTER TABLE users ALTER COLUMN first_name TYPE VARCHAR(9)',
    'ALTER TABLE users ALTER COLUMN first_name TYPE TEXT',
    'column users.first_name is "character varying(9)',
  ],
  [
    'ALTER TABLE payees ADD CONSTRAINT odd CHECK (length(id) > 90)',
    'ALTER TABLE payees DROP CONSTRAINT odd',
    'rule of payees: CHECK ((length(id) > 90)) should not be there',
  ],
  [
    'DROP INDEX deposits_by_user; CREATE INDEX deposits_by_user ON deposits (id)',
    'DROP INDEX deposits_by_user',
    'index deposits_by_user is',
  ],
  [
    "INSERT INTO idempotency VALUES ('u', 'k', 'c', 'h', '{}', 0); ALTER TABLE idempotency DROP COLUMN reply",
    'DROP TABLE idempotency',
    'no column idempotency.reply',
  ],
] as const

/** Why a server does not start on the database; null: it starts. */
async function refusal(address: string): Promise<string | null> {
  try {
    await (await openDatabase(address)).close()
    return null
  } catch (error) {
    return String(error)
  }
}
