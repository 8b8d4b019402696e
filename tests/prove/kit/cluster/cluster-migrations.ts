import { sql } from 'kysely'
import type { Migrations } from '../../../../src/server/kit/storage/migrations.ts'
import { openPostgres } from '../../../../src/server/kit/storage/postgres/postgres.ts'
import { table, text, type Definitions } from '../../../../src/server/kit/storage/table.ts'

const ids = { id: text().primaryKey(), kind: text() }
const PREVIOUS: Definitions = { orders: table({ columns: ids, checks: ["kind IN ('market')"] }) }
const CURRENT: Definitions = {
  orders: table({ columns: { ...ids, side: text() }, checks: ["kind IN ('market', 'limit')"] }),
}

const LIMIT_ORDERS: Migrations = {
  '01 limit orders': {
    async up(db) {
      await db.schema.alterTable('orders').dropConstraint('orders_check_1').execute()
      await db.schema
        .alterTable('orders')
        .addCheckConstraint('orders_check_1', sql`kind IN ('market', 'limit')`)
        .execute()
      await db.schema
        .alterTable('orders')
        .addColumn('side', 'text', (column) => column.notNull().defaultTo('buy'))
        .execute()
      await db.schema
        .alterTable('orders')
        .alterColumn('side', (column) => column.dropDefault())
        .execute()
      await db.insertInto('orders').values({ id: 'made', kind: 'limit', side: 'sell' }).execute()
    },
  },
}
const BROKEN: Migrations = {
  '02 what is not there': {
    async up(db) {
      await db.insertInto('orders').values({ id: 'halfway', kind: 'limit', side: 'sell' }).execute()
      await db.schema.dropTable('absent').execute()
    },
  },
}
const AT_ONCE = 4

/** Processes that start together on a database of the previous schema migrate it once; a failure leaves it unchanged, and the previous version does not open the new one. */
export async function proveMigrations(address: string, faults: string[]): Promise<void> {
  const first = await openPostgres(address, { tables: PREVIOUS, migrations: {} })
  await sql`INSERT INTO orders VALUES ('kept', 'market')`.execute(first.db)
  await first.close()

  const failed = await startupMessage(address, CURRENT, { ...LIMIT_ORDERS, ...BROKEN })
  if (!failed.includes('could not be migrated (02 what is not there): table "absent" does not exist'))
    faults.push(`A migration that fails was answered with ${failed}`)
  const again = await startupMessage(address, PREVIOUS, {})
  if (again !== '') faults.push(`After a migration that failed the database is another one: ${again}`)

  const opened = await Promise.all(
    Array.from({ length: AT_ONCE }, () => openPostgres(address, { tables: CURRENT, migrations: LIMIT_ORDERS })),
  )
  const { rows } = await sql<{
    row: string
  }>`SELECT id || ' ' || kind || ' ' || side AS row FROM orders ORDER BY id`.execute(opened[0]?.db ?? first.db)
  const stored = rows.map(({ row }) => row).join(', ')
  if (stored !== 'kept market buy, made limit sell')
    faults.push(`${AT_ONCE} processes that started together resulted in: ${stored}`)
  await Promise.all(opened.map(({ close }) => close()))

  const older = await startupMessage(address, PREVIOUS, {})
  if (!older.includes('made by a later version')) faults.push(`The version before was answered with ${older}`)
}

/** Why a server does not start; empty: it starts. */
async function startupMessage(address: string, tables: Definitions, migrations: Migrations): Promise<string> {
  try {
    await (await openPostgres(address, { tables, migrations })).close()
    return ''
  } catch (error) {
    return String(error)
  }
}
