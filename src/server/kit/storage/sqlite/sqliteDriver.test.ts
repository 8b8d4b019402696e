import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kyselyDatabase, openConnection, scriptOf, sqliteCodeOf } from './sqliteDriver.ts'

interface Row {
  id: number | bigint
  content: Buffer | null
  text: string | null
}

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'placard-driver-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** The error that `work` throws. */
function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

describe('the driver of SQLite', () => {
  it('reads what was written: integers of 64 bits, bytes as a Buffer, null and texts of any script', async () => {
    const sqlite = openConnection(':memory:')
    sqlite.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, content BLOB, text TEXT) STRICT')
    const db = new Kysely<{ rows: Row }>({ dialect: new SqliteDialect({ database: kyselyDatabase(sqlite) }) })
    const rows: Row[] = [
      { id: 9_223_372_036_854_775_807n, content: Buffer.from([0, 255, 1]), text: 'Überweisung 転送 تحويل' },
      { id: -1n, content: null, text: null },
      { id: 7n, content: Buffer.alloc(0), text: '' },
    ]
    for (const row of rows) expect(await db.insertInto('rows').values(row).returningAll().execute()).toEqual([row])
    const read = await db.selectFrom('rows').selectAll().orderBy('id', 'desc').execute()
    expect(read).toEqual([rows[0], rows[2], rows[1]])
    expect(read[0]?.content?.toString('base64')).toBe('AP8B')
    const updated = await db.updateTable('rows').set({ text: 'x' }).where('id', '>', 0).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(2n)
    const named = await db.selectFrom('rows').select(['text', 'id as number', 'content']).where('id', '=', 7).execute()
    expect(named).toEqual([{ text: 'x', number: 7n, content: Buffer.alloc(0) }])
    const streamed: Row[] = []
    for await (const row of db.selectFrom('rows').selectAll().orderBy('id').stream()) streamed.push(row)
    expect(streamed.map(({ content }) => content)).toEqual([null, Buffer.alloc(0), Buffer.from([0, 255, 1])])
    await db.destroy()
  })

  it('prepares a cached statement again after a change of the schema', async () => {
    const sqlite = openConnection(':memory:')
    sqlite.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY)')
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: kyselyDatabase(sqlite) }) })
    const all = () => sql`SELECT * FROM rows`.execute(db)
    await sql`INSERT INTO rows VALUES (1)`.execute(db)
    expect((await all()).rows).toEqual([{ id: 1n }])
    await sql`ALTER TABLE rows ADD COLUMN text TEXT DEFAULT 'y'`.execute(db)
    expect((await all()).rows).toEqual([{ id: 1n, text: 'y' }])
    await db.destroy()
  })

  it('names the result code of each error that an operator can do something about', () => {
    const file = join(folder, 'a.db')
    const first = openConnection(file)
    first.exec('CREATE TABLE rows (text TEXT)')
    const second = openConnection(file, { timeout: 0 })
    first.exec('BEGIN IMMEDIATE')
    expect(sqliteCodeOf(errorOf(() => second.exec('BEGIN IMMEDIATE')))).toBe('SQLITE_BUSY')
    expect(sqliteCodeOf(errorOf(() => second.prepare("INSERT INTO rows VALUES ('x')").run()))).toBe('SQLITE_BUSY')
    first.exec('ROLLBACK; PRAGMA max_page_count = 3')
    const fill = first.prepare('INSERT INTO rows VALUES (zeroblob(100000))')
    expect(sqliteCodeOf(errorOf(() => fill.run()))).toBe('SQLITE_FULL')
    first.close()
    second.close()

    const reader = openConnection(file, { readOnly: true })
    expect(sqliteCodeOf(errorOf(() => reader.prepare("INSERT INTO rows VALUES ('x')").run()))).toBe('SQLITE_READONLY')
    reader.close()

    writeFileSync(join(folder, 'text.db'), 'no database '.repeat(1_000))
    const text = openConnection(join(folder, 'text.db'))
    expect(sqliteCodeOf(errorOf(() => text.exec('PRAGMA journal_mode = WAL')))).toBe('SQLITE_NOTADB')
    text.close()
    expect(sqliteCodeOf(errorOf(() => openConnection(join(folder, 'none/a.db'))))).toBe('SQLITE_CANTOPEN')
    expect(sqliteCodeOf(new Error('database is locked'))).toBeUndefined()
  })

  it('copies a database by its script, with rows, triggers and values of every type', () => {
    const original = openConnection(':memory:')
    original.exec(`CREATE TABLE rows (id INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB, text TEXT, real REAL);
      CREATE UNIQUE INDEX rows_text ON rows (text);
      CREATE TRIGGER no_delete BEFORE DELETE ON rows BEGIN SELECT raise(abort, 'rows are kept'); END;
      CREATE TRIGGER add_row AFTER INSERT ON rows WHEN new.text = 'a' BEGIN INSERT INTO rows (text) VALUES ('b'); END;
      INSERT INTO rows (content, text, real) VALUES (x'00ff', 'a', 1.5), (NULL, 'it''s; "c"', NULL);`)
    const copy = openConnection(':memory:')
    copy.exec(scriptOf(original))
    for (const table of ['rows', 'sqlite_master'])
      expect(copy.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all().map(withoutPage)).toEqual(
        original.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all().map(withoutPage),
      )
    expect(() => copy.exec('DELETE FROM rows')).toThrow('rows are kept')
    expect(copy.prepare('SELECT count(*) AS count FROM rows').get()).toEqual({ count: 3n })
  })
})

/** A row of sqlite_master without the page where the table begins. */
const withoutPage = (row: Record<string, unknown>): Record<string, unknown> => ({ ...row, rootpage: 0n })
