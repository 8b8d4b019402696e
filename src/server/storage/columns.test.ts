import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, readDdl } from './openDatabase.ts'
import { columnsOf, missingColumns } from './columns.ts'
import { insideFile } from './testing.ts'

describe('columns', () => {
  it('are parsed from any definition', () => {
    const statement = `CREATE TABLE IF NOT EXISTS a (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL DEFAULT 'a, (b' CHECK (kind IN ('a, (b', 'c')),
      at INTEGER REFERENCES b (id), CHECK ((at IS NULL) = (kind = 'c')), UNIQUE (kind, at), FOREIGN KEY (at, kind) REFERENCES c (at, kind)
    ) STRICT`
    expect(
      columnsOf([statement, 'CREATE INDEX IF NOT EXISTS a_at ON a (at)']).map(({ table, name, definition }) => [
        table,
        name,
        definition,
      ]),
    ).toEqual([
      ['a', 'id', 'id TEXT PRIMARY KEY'],
      ['a', 'kind', "kind TEXT NOT NULL DEFAULT 'a, (b' CHECK (kind IN ('a, (b', 'c'))"],
      ['a', 'at', 'at INTEGER REFERENCES b (id)'],
    ])
    expect(missingColumns([statement], new Set(['a.id', 'a.kind']))).toEqual([
      { column: 'a.at', statement: 'ALTER TABLE a ADD COLUMN at INTEGER REFERENCES b (id)' },
    ])
  })
})

describe('a database of an earlier version', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'placard-columns-'))
    file = join(folder, 'placard.db')
    await (await openDatabase(file)).close()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const inside = <Result>(work: (sqlite: Database.Database) => Result): Result => insideFile(file, work)
  const columnNames = () =>
    inside((sqlite) =>
      (
        sqlite
          .prepare(
            "SELECT t.name || '.' || c.name AS place FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
          )
          .all() as { place: string }[]
      )
        .map(({ place }) => place)
        .toSorted(),
    )

  it('has exactly the columns of the definitions', async () => {
    const columns = columnsOf(await readDdl())
    expect(columns.length).toBeGreaterThan(300)
    expect(columnNames()).toEqual(columns.map(({ table, name }) => `${table}.${name}`).toSorted())
  })

  it('gains each missing column, with its index, and keeps its rows', async () => {
    const before = columnNames()
    const indexes = () =>
      inside((sqlite) =>
        (
          sqlite
            .prepare("SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
            .all() as { name: string }[]
        )
          .map(({ name }) => name)
          .toSorted(),
      )
    const allIndexes = indexes()
    const dropped = inside((sqlite) => {
      sqlite.prepare("INSERT INTO facts VALUES ('kept', 'yes')").run()
      sqlite.exec('DROP INDEX deposits_by_user; DROP INDEX spot_orders_open')
      let count = 0
      for (const [table, column] of [
        ['users', 'first_name'],
        ['users', 'last_name'],
        ['deposits', 'network'],
        ['payees', 'deleted'],
        ['loans', 'finished'],
      ] as const) {
        try {
          sqlite.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
          count += 1
        } catch {
          // A check or an index of the table names it: an earlier version without it had another table.
        }
      }
      return count
    })
    expect(dropped).toBeGreaterThan(2)
    expect(columnNames()).toHaveLength(before.length - dropped)
    const again = await openDatabase(file)
    expect(
      (await again.db.selectFrom('facts').select('value').where('name', '=', 'kept').executeTakeFirst())?.value,
    ).toBe('yes')
    await again.close()
    expect([columnNames(), indexes()]).toEqual([before, allIndexes])
  })

  it('that cannot gain one stops the start with its name, unchanged', async () => {
    inside((sqlite) =>
      sqlite.exec(
        "INSERT INTO idempotency VALUES ('u', 'k', 'c', 'h', '{}', 0); ALTER TABLE idempotency DROP COLUMN reply; DROP INDEX deposits_by_user",
      ),
    )
    const before = columnNames()
    await expect(openDatabase(file)).rejects.toThrow('no column idempotency.reply')
    expect(columnNames()).toEqual(before)
  })
})
