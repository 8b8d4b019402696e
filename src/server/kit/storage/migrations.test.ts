import { sql } from 'kysely'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '../../db.ts'
import { MIGRATIONS, type Migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import type { Sqlite } from './sqlite/sqliteDriver.ts'
import { expectedSqliteSchema, readSqliteSchema } from './sqlite/sqliteSchema.ts'
import { oneOf, table, text, type Definitions } from './table.ts'
import { insideFile } from '../../../../tests/support/server/insideFile.ts'

const facts = table({ columns: { name: text().primaryKey(), value: text() } })
const deals = table({ columns: { id: text().primaryKey(), parent: text().references('orders.id') } })
const indexes = { orders_by_kind: { columns: ['kind'] } } as const
const PREVIOUS: Definitions = {
  facts,
  orders: table({ columns: { id: text().primaryKey(), kind: oneOf('market') }, indexes }),
  deals,
}
/** Another kind is allowed, and a mandatory column is new. */
const CURRENT: Definitions = {
  facts,
  orders: table({ columns: { id: text().primaryKey(), kind: oneOf('market', 'limit'), side: text() }, indexes }),
  deals,
}

const LIMIT_ORDERS: Migrations = {
  '01 limit orders': {
    async up(db) {
      await db.schema
        .createTable('orders_wider')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind IN ('market', 'limit')`))
        .addColumn('side', 'text', (column) => column.notNull())
        .modifyEnd(sql`strict`)
        .execute()
      await sql`INSERT INTO orders_wider SELECT id, kind, 'buy' FROM orders`.execute(db)
      await db.schema.dropTable('orders').execute()
      await db.schema.alterTable('orders_wider').renameTo('orders').execute()
    },
  },
}
const runs = (name: string, ...statements: string[]): Migrations => ({
  [name]: {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
})
const A_FACT = runs('02 a fact', "INSERT INTO facts VALUES ('paid', 'once')")
const BOTH = { ...LIMIT_ORDERS, ...A_FACT }

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-migrations-'))
  file = join(folder, 'placard.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const inside = <Result>(work: (sqlite: Sqlite) => Result): Result => insideFile(file, work)
const open = async (definitions: Definitions, migrations: Migrations) => {
  await (await openSqlite(file, { tables: definitions, migrations })).close()
}
const nameOf = (row: { name: string }): string => row.name
const executed = () =>
  inside((sqlite) => sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').all().map(nameOf))
/** All tables, indexes and rows. */
const content = () =>
  inside((sqlite) => {
    const definitions = sqlite.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all() as {
      name: string
      sql: string | null
    }[]
    const rows = ['facts', 'orders', 'deals'].map((name) => sqlite.prepare(`SELECT * FROM ${name}`).all())
    return { definitions, rows }
  })
/** A database of the previous version, with orders of a user. */
async function before() {
  await open(PREVIOUS, {})
  inside((sqlite) =>
    sqlite.exec("INSERT INTO orders VALUES ('1', 'market'), ('2', 'market'); INSERT INTO deals VALUES ('d', '2')"),
  )
}

describe('a database one version behind', () => {
  it('is migrated once, with all its rows, and matches the definitions', async () => {
    await before()
    await open(CURRENT, BOTH)
    await open(CURRENT, BOTH)
    expect(content().rows).toEqual([
      [{ name: 'paid', value: 'once' }],
      [
        { id: '1', kind: 'market', side: 'buy' },
        { id: '2', kind: 'market', side: 'buy' },
      ],
      [{ id: 'd', parent: '2' }],
    ])
    expect(executed()).toEqual(Object.keys(BOTH))
    inside((sqlite) => {
      sqlite.exec('PRAGMA foreign_keys = ON')
      expect(() => sqlite.exec("INSERT INTO deals VALUES ('e', '3')")).toThrow('FOREIGN KEY')
      sqlite.exec("INSERT INTO orders VALUES ('3', 'limit', 'sell')")
    })
  })

  it('runs only the newly added migrations', async () => {
    await before()
    await open(CURRENT, LIMIT_ORDERS)
    await open(CURRENT, BOTH)
    expect(content().rows[0]).toEqual([{ name: 'paid', value: 'once' }])
    expect(executed()).toEqual(Object.keys(BOTH))
  })

  it.each<[string, Migrations, string]>([
    [
      'a statement fails',
      { ...A_FACT, ...runs('03 what is not there', 'DROP TABLE absent') },
      'This database could not be migrated (03 what is not there): no such table: absent. It is left as it was.',
    ],
    [
      'another schema comes of it',
      {
        ...A_FACT,
        ...runs('03 another index', 'DROP INDEX orders_by_kind', 'CREATE INDEX orders_by_kind ON orders (id)'),
      },
      'made by another version',
    ],
    [
      'rows lose what they name',
      runs('03 no orders', 'DELETE FROM orders'),
      'Rows of deals would name rows of orders that are not there',
    ],
  ])('is left as it was when %s', async (_, migrations, message) => {
    await before()
    const unchanged = content()
    await expect(openSqlite(file, { tables: PREVIOUS, migrations })).rejects.toThrow(message)
    expect(content()).toEqual(unchanged)
    await open(PREVIOUS, A_FACT)
  })

  it('is refused by the previous version after the migration', async () => {
    await before()
    await open(CURRENT, LIMIT_ORDERS)
    const unchanged = content()
    await expect(openSqlite(file, { tables: PREVIOUS, migrations: {} })).rejects.toThrow(
      'made by a later version: this version does not know its migration "01 limit orders"',
    )
    expect(content()).toEqual(unchanged)
  })
})

it('an empty or emptied database is created from the definitions, without migrations', async () => {
  const opened = await openSqlite(file, { tables: CURRENT, migrations: BOTH })
  await opened.reset()
  await opened.close()
  expect(content().rows).toEqual([[], [], []])
  expect(executed()).toEqual(Object.keys(BOTH))
})

it('the server stores the names of its migrations', async () => {
  await (await openDatabase(file)).close()
  expect(executed()).toEqual(Object.keys(MIGRATIONS))
})

describe.each(readdirSync(join(import.meta.dirname, 'schemas')))('a database of the released schema %s', (name) => {
  beforeEach(() => {
    const script = readFileSync(join(import.meta.dirname, 'schemas', name), 'utf8')
    inside((sqlite) => sqlite.exec(script))
  })

  it('gets the schema of the definitions and stores its migrations', async () => {
    const { db, close } = await openDatabase(file)
    const actual = [...(await readSqliteSchema(db))].filter(([key]) => !key.includes('kysely_migration'))
    await close()
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(await expectedSqliteSchema(tables)))
    expect(executed()).toEqual(Object.keys(MIGRATIONS))
  })

  it('keeps its rows', async () => {
    const { db, close } = await openDatabase(file)
    expect(await db.selectFrom('facts').selectAll().execute()).toEqual([{ name: 'secret:slideKey', value: 'abc' }])
    expect(await db.selectFrom('users').select(['id', 'email', 'created']).execute()).toEqual([
      { id: 'u1', email: 'ann@example.com', created: 1_700_000_000n },
    ])
    expect(await db.selectFrom('ledger_account').select(['posted', 'held']).orderBy('id').execute()).toEqual([
      { posted: 9_007_199_254_740_993n, held: 5n },
      { posted: 0n, held: 0n },
    ])
    expect(await db.selectFrom('ledger_transfer').select(['payer_balance', 'payee_balance']).execute()).toEqual([
      { payer_balance: null, payee_balance: 9_007_199_254_740_993n },
    ])
    expect(await db.selectFrom('catalogue_log').select(['seq', 'revision']).execute()).toEqual([
      { seq: 1n, revision: 'h1' },
    ])
    await close()
  })

  it('has one spelling of each phone', async () => {
    const stored = [
      ['a', '+49 015112345678', 2],
      ['b', '+491 5112345678', 1],
      ['c', '+44 7400123456', 4],
      ['d', '+44 07400123456', 3],
      ['e', '+225 701234567', 5],
      ['f', '+999 1234567', 6],
    ] as const
    inside((sqlite) => {
      const columns = sqlite.prepare("SELECT name FROM pragma_table_info('users')").all().map(nameOf)
      const user = sqlite.prepare('SELECT * FROM users').get() as Record<string, unknown>
      const insert = sqlite.prepare(`INSERT INTO users VALUES (${columns.map((column) => `@${column}`).join(', ')})`)
      for (const [id, phone, created] of stored)
        insert.run({ ...user, id, account: phone, phone, email: null, invite_code: id, created })
    })
    const { db, close } = await openDatabase(file)
    const rows = await db.selectFrom('users').select(['id', 'account', 'phone']).orderBy('id').execute()
    await close()
    expect(rows.filter(({ id }) => id !== 'u1').map(({ id, account, phone }) => [id, account, phone])).toEqual([
      ['a', '+49 015112345678', null],
      ['b', '+491 5112345678', '+49 15112345678'],
      ['c', '+44 7400123456', '+44 7400123456'],
      ['d', '+44 07400123456', null],
      ['e', '+225 701234567', '+225 0701234567'],
      ['f', '+999 1234567', null],
    ])
  })

  it('has the symbol and the fee of each closed order, and contracts that can be sold', async () => {
    inside((sqlite) => {
      sqlite.exec(`
        PRAGMA foreign_keys = OFF;
        INSERT INTO ledger_hold VALUES ${['h1', 'h2', 'h3', 'h4']
          .map((hold) => `('${hold}', 'a1', 'real', 'USDT', 1, 'voided', 'spot', NULL, NULL, 1)`)
          .join(', ')};
        INSERT INTO lever_positions VALUES ('p1', 'u1', 'real', 'XAUUSD', 'metal', 'short', '1', '1', 5, 100, 3, 1, 'market', NULL, NULL,
          '1', NULL, 'h4', 2, 1, 1);
        INSERT INTO closed_orders VALUES ('s1', 'u1', 'real', 'spot', 'long', 1000, 5, 1), ('s2', 'u1', 'real', 'spot', 'long', 50, 5, 1),
          ('f1', 'u1', 'real', 'seconds', 'long', 100, 0, 1), ('l1', 'u1', 'real', 'leveraged', 'short', 100, 7, 1);
        INSERT INTO spot_orders (id, user_id, mode, symbol, base, quote, side, kind, price, quantity, fee_percent, hold, held, status,
            deal_price, amount, receive, fee, profit, created_ms, checked_ms, finished_ms)
          VALUES ('s1', 'u1', 'real', 'BTCUSDT', 'BTC', 'USDT', 'sell', 'market', '1', 1, '0.1', 'h1', 1, 1, '1', 1000, 999, 1, 5, 1, 1, 1),
            ('s2', 'u1', 'real', 'USDJPY', 'USD', 'JPY', 'sell', 'market', '1', 1, '0.1', 'h2', 1, 1, '150', 7500, 7000, 300, 5, 1, 1, 1);
        INSERT INTO seconds_orders (id, user_id, mode, symbol, side, seconds, currency, stake, fee, rate, profit, tie, hold, status,
            entry_price, entry_ms, exit_price, exit_ms, result, created, expires)
          VALUES ('f1', 'u1', 'real', 'ETHUSDT', 'long', 60, 'USDT', 100, 1, '80', 80, 'returned', 'h3', 3, '10', 1, '10', 2, 0, 1, 2);
        INSERT INTO lever_deals (id, user_id, mode, symbol, class, side, lots, size, leverage, margin, fee, created, position, open_price,
            close_price, profit, reason, opened)
          VALUES ('l1', 'u1', 'real', 'XAUUSD', 'metal', 'short', '1', '1', 5, 100, 3, 1, 'p1', '1', '1', 10, 'user', 1);`)
    })
    const { db, close } = await openDatabase(file)
    expect(await db.selectFrom('closed_orders').select(['id', 'symbol', 'fee']).orderBy('id').execute()).toEqual([
      { id: 'f1', symbol: 'ETHUSDT', fee: 0n },
      { id: 'l1', symbol: 'XAUUSD', fee: 3n },
      { id: 's1', symbol: 'BTCUSDT', fee: 1n },
      { id: 's2', symbol: 'USDJPY', fee: 2n },
    ])
    const contracts = () => db.selectFrom('seconds_orders').select(['id', 'status', 'result', 'proceeds']).execute()
    expect(await contracts()).toEqual([{ id: 'f1', status: 3n, result: 0n, proceeds: null }])
    await db.updateTable('seconds_orders').set({ status: 4, proceeds: 50 }).execute()
    expect(await contracts()).toEqual([{ id: 'f1', status: 4n, result: 0n, proceeds: 50n }])
    await close()
  })

  it('is only read by a second start', async () => {
    await (await openDatabase(file)).close()
    const dump = () =>
      inside((sqlite) => [
        sqlite.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all(),
        sqlite.prepare('SELECT * FROM kysely_migration').all(),
        sqlite.prepare('PRAGMA schema_version').all(),
      ])
    const unchanged = dump()
    await (await openDatabase(file)).close()
    expect(dump()).toEqual(unchanged)
  })
})
