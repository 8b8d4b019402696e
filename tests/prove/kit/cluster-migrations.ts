import { sql } from 'kysely'
import type { Migration } from '../../../src/server/storage/migrations.ts'
import { openPostgres } from '../../../src/server/storage/postgres.ts'

const FACTS = 'CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'
const ORDERS =
  "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, kind TEXT NOT NULL, CONSTRAINT kinds CHECK (kind IN ('market'))) STRICT"
const PREVIOUS = [FACTS, ORDERS]
const CURRENT = [
  FACTS,
  ORDERS.replace("'market'", "'market', 'limit'").replace(', CONSTRAINT', ', side TEXT NOT NULL, CONSTRAINT'),
]

const WIDER: Migration = {
  about: 'limit orders',
  statements: [
    'ALTER TABLE orders DROP CONSTRAINT kinds',
    "ALTER TABLE orders ADD CONSTRAINT kinds CHECK (kind IN ('market', 'limit'))",
    "ALTER TABLE orders ADD COLUMN side TEXT NOT NULL DEFAULT 'buy'",
    'ALTER TABLE orders ALTER COLUMN side DROP DEFAULT',
    "INSERT INTO orders VALUES ('made', 'limit', 'sell')",
  ],
}
const BROKEN: Migration = {
  about: 'what is not there',
  statements: ["INSERT INTO orders VALUES ('halfway', 'limit', 'sell')", 'DROP TABLE absent'],
}
const AT_ONCE = 4

/** Processes that start together on a database of the previous schema migrate it once; a failure leaves it unchanged, and the previous version does not open the new one. */
export async function proveMigrations(address: string, faults: string[]): Promise<void> {
  const first = await openPostgres(address, PREVIOUS, [])
  await sql`INSERT INTO orders VALUES ('kept', 'market')`.execute(first.db)
  await sql`DELETE FROM facts`.execute(first.db)
  await first.close()

  const failed = await startupMessage(address, CURRENT, [WIDER, BROKEN])
  if (!failed.includes('shape 0 and could not be brought to 2 (what is not there)'))
    faults.push(`A step that fails was answered with ${failed}`)
  const again = await startupMessage(address, PREVIOUS, [])
  if (again !== '') faults.push(`After a step that failed the database is another one: ${again}`)

  const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => openPostgres(address, CURRENT, [WIDER])))
  const { rows } = await sql<{
    row: string
  }>`SELECT id || ' ' || kind || ' ' || side AS row FROM orders ORDER BY id`.execute(opened[0]?.db ?? first.db)
  const stored = rows.map(({ row }) => row).join(', ')
  if (stored !== 'kept market buy, made limit sell')
    faults.push(`${AT_ONCE} processes that started together resulted in: ${stored}`)
  await Promise.all(opened.map(({ close }) => close()))

  const older = await startupMessage(address, PREVIOUS, [])
  if (!older.includes('made by a later version')) faults.push(`The version before was answered with ${older}`)
}

/** Why a server does not start; empty: it starts. */
async function startupMessage(
  address: string,
  ddl: readonly string[],
  migrations: readonly Migration[],
): Promise<string> {
  try {
    await (await openPostgres(address, ddl, migrations)).close()
    return ''
  } catch (error) {
    return String(error)
  }
}
