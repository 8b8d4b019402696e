import type Database from 'better-sqlite3'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { openSqlite } from './sqlite.ts'
import { insideFile } from './testing.ts'

const FACTS = 'CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID'
const ORDERS =
  "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('market'))) STRICT"
const DEALS =
  'CREATE TABLE IF NOT EXISTS deals (id TEXT PRIMARY KEY, parent TEXT NOT NULL REFERENCES orders (id)) STRICT'
const INDEX = 'CREATE INDEX IF NOT EXISTS orders_by_kind ON orders (kind)'
const PREVIOUS = [FACTS, ORDERS, DEALS, INDEX]

/** Another kind is allowed, and a mandatory column is new. */
const CURRENT_ORDERS =
  "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('market', 'limit')), side TEXT NOT NULL) STRICT"
const CURRENT = [FACTS, CURRENT_ORDERS, DEALS, INDEX]
const WIDER: Migration = {
  about: 'limit orders',
  statements: {
    sqlite: [
      CURRENT_ORDERS.replace('IF NOT EXISTS orders', 'orders_new'),
      "INSERT INTO orders_new SELECT id, kind, 'buy' FROM orders",
      'DROP TABLE orders',
      'ALTER TABLE orders_new RENAME TO orders',
    ],
    postgres: ['SELECT 1'],
  },
}
const PAID: Migration = { about: 'a fact', statements: ["INSERT INTO facts VALUES ('paid', 'once')"] }

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-migrations-'))
  file = join(folder, 'placard.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const inside = <Result>(work: (sqlite: Database.Database) => Result): Result => insideFile(file, work)
const open = async (ddl: readonly string[], migrations: readonly Migration[]) => {
  await openSqlite(file, ddl, migrations).close()
}
/** All tables, indexes and rows. */
const content = () =>
  inside((sqlite) => {
    const definitions = sqlite.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all() as {
      name: string
      sql: string | null
    }[]
    const rows = ['facts', 'orders', 'deals'].map((table) => sqlite.prepare(`SELECT * FROM ${table}`).all())
    return { definitions, rows }
  })
/** A database of the previous version, with orders of a user. */
async function before() {
  await open(PREVIOUS, [])
  inside((sqlite) =>
    sqlite.exec(
      "INSERT INTO orders VALUES ('1', 'market'), ('2', 'market'); INSERT INTO deals VALUES ('d', '2'); DELETE FROM facts",
    ),
  )
}

describe('a database one version behind', () => {
  it('is migrated once, with all its rows, and matches the definitions', async () => {
    await before()
    await open(CURRENT, [WIDER, PAID])
    await open(CURRENT, [WIDER, PAID])
    const { rows } = content()
    expect(rows).toEqual([
      [
        { name: 'paid', value: 'once' },
        { name: 'shape', value: '2' },
      ],
      [
        { id: '1', kind: 'market', side: 'buy' },
        { id: '2', kind: 'market', side: 'buy' },
      ],
      [{ id: 'd', parent: '2' }],
    ])
    inside((sqlite) => {
      sqlite.pragma('foreign_keys = ON')
      expect(() => sqlite.exec("INSERT INTO deals VALUES ('e', '3')")).toThrow('FOREIGN KEY')
      sqlite.exec("INSERT INTO orders VALUES ('3', 'limit', 'sell')")
    })
  })

  it('runs only the newly added migrations', async () => {
    await before()
    await open(CURRENT, [WIDER])
    await open(CURRENT, [WIDER, PAID])
    expect(content().rows[0]).toEqual([
      { name: 'paid', value: 'once' },
      { name: 'shape', value: '2' },
    ])
  })

  it.each<[string, Migration[], string]>([
    [
      'a statement fails',
      [PAID, { about: 'what is not there', statements: ['DROP TABLE absent'] }],
      'is of shape 0 and could not be brought to 2 (what is not there): no such table: absent',
    ],
    [
      'another shape comes of it',
      [
        PAID,
        {
          about: 'an index less',
          statements: ['DROP INDEX orders_by_kind', 'CREATE INDEX orders_by_kind ON orders (id)'],
        },
      ],
      'made by another version',
    ],
    [
      'rows lose what they name',
      [{ about: 'no orders', statements: ['DELETE FROM orders'] }],
      'Rows of deals would name rows of orders that are not there',
    ],
  ])('is left as it was when %s', async (_, migrations, message) => {
    await before()
    const unchanged = content()
    expect(() => openSqlite(file, PREVIOUS, migrations)).toThrow(message)
    expect(content()).toEqual(unchanged)
    await open(PREVIOUS, [PAID])
  })

  it('is refused by the previous version after the migration', async () => {
    await before()
    await open(CURRENT, [WIDER])
    const unchanged = content()
    expect(() => openSqlite(file, PREVIOUS, [])).toThrow(
      'made by a later version: it is of shape 1, and this version knows 0',
    )
    expect(content()).toEqual(unchanged)
  })
})

it('an empty or emptied database is created from the definitions, without migrations', async () => {
  const opened = openSqlite(file, CURRENT, [WIDER, PAID])
  await opened.reset()
  await opened.close()
  expect(content().rows).toEqual([[{ name: 'shape', value: '2' }], [], []])
})

const shapes = readdirSync(join(import.meta.dirname, 'schemas')).toSorted()

it('every schema has a known version', () => {
  expect(shapes.length).toBeGreaterThan(0)
  expect(
    shapes.map((name) => Number(name.replace('.json', ''))).filter((number) => !(number <= MIGRATIONS.length)),
  ).toEqual([])
})

it.each(shapes)('the server opens and migrates a database of schema %s', async (name) => {
  const ddl = JSON.parse(readFileSync(join(import.meta.dirname, 'schemas', name), 'utf8')) as string[]
  await open(ddl, MIGRATIONS.slice(0, Number(name.replace('.json', ''))))
  inside((sqlite) => sqlite.exec("INSERT INTO facts VALUES ('kept', 'yes')"))
  const { db, close } = await openDatabase(file)
  expect(await db.selectFrom('facts').selectAll().orderBy('name').execute()).toEqual([
    { name: 'kept', value: 'yes' },
    { name: 'shape', value: String(MIGRATIONS.length) },
  ])
  await close()
})

it('the server stores its schema version', async () => {
  const { db, close } = await openDatabase(file)
  expect(await db.selectFrom('facts').selectAll().execute()).toEqual([
    { name: 'shape', value: String(MIGRATIONS.length) },
  ])
  await close()
})
