import { Kysely, SqliteDialect } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import { differences, type DbSchema } from './schema.ts'
import { kyselyDatabase, openConnection } from './sqlite/sqliteDriver.ts'
import { expectedSqliteSchema, readSqliteSchema } from './sqlite/sqliteSchema.ts'
import { integer, oneOf, table, text } from './table.ts'
import { insideFile } from '../../../../tests/support/server/insideFile.ts'

const DEFINITIONS = {
  a: table({
    columns: {
      id: text().primaryKey(),
      at: integer(),
      kind: oneOf('b', 'c').nullable(),
      name: text().unique().ignoreCase(),
      parent: text().nullable().references('a.id', { cascade: true }),
    },
    checks: ['at > 0 AND (at <> 7)'],
    indexes: { a_at: { columns: ['at desc'], where: "kind = 'B'" } },
  }),
}

const TABLE = `CREATE TABLE a (id TEXT PRIMARY KEY, at INTEGER NOT NULL,
  kind TEXT CHECK (kind IN ('b', 'c')), name TEXT NOT NULL UNIQUE COLLATE NOCASE, parent TEXT REFERENCES a (id) ON DELETE CASCADE,
  CHECK (at > 0 AND (at <> 7))) STRICT`
const INDEX = "CREATE INDEX a_at ON a (at DESC) WHERE kind = 'B'"

async function schemaOf(statements: readonly string[]): Promise<DbSchema> {
  const database = openConnection(':memory:')
  for (const statement of statements) database.exec(statement)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: kyselyDatabase(database) }) })
  const schema = await readSqliteSchema(db)
  await db.destroy()
  return schema
}

describe('a database schema', () => {
  it('names columns, rules and indexes', async () => {
    expect(Object.fromEntries(await schemaOf([TABLE, INDEX]))).toEqual({
      'column a.at': 'INTEGER NOT NULL',
      'column a.id': 'TEXT NOT NULL',
      'column a.kind': 'TEXT',
      'column a.name': 'TEXT NOT NULL',
      'column a.parent': 'TEXT',
      'index a_at': "create index a_at on a (at desc) where kind = 'B'",
      'rule of a: CHECK (at > 0 and (at <> 7))': '',
      "rule of a: CHECK (kind in ('b', 'c'))": '',
      'rule of a: FOREIGN KEY (parent) REFERENCES a (id) ON DELETE CASCADE': '',
      'rule of a: PRIMARY KEY (id)': '',
      'rule of a: STRICT': '',
      'rule of a: UNIQUE (name COLLATE NOCASE)': '',
    })
  })

  it.each<[string, string[], string[]]>([
    ['the same', [TABLE, INDEX], []],
    [
      'another spacing',
      [TABLE, INDEX].map((item) => item.replaceAll(', ', ',\n    ').replace("'b',\n    ", "'b', ")),
      [],
    ],
    [
      'another type',
      [TABLE.replace('at INTEGER', 'at TEXT'), INDEX],
      ['The column a.at is "TEXT NOT NULL" and should be "INTEGER NOT NULL".'],
    ],
    [
      'another check',
      [TABLE.replace(", 'c'", ''), INDEX],
      [
        "The rule of a: CHECK (kind in ('b', 'c')) is not there.",
        "The rule of a: CHECK (kind in ('b')) should not be there.",
      ],
    ],
    [
      'a text in other letters',
      [TABLE, INDEX.replace("'B'", "'b'")],
      [
        'The index a_at is "create index a_at on a (at desc) where kind = \'b\'" and should be "create index a_at on a (at desc) where kind = \'B\'".',
      ],
    ],
    [
      'a rule less',
      [TABLE.replace('CHECK (at > 0 AND (at <> 7))', 'CHECK (kind IS NULL OR 1)'), INDEX],
      [
        'The rule of a: CHECK (at > 0 and (at <> 7)) is not there.',
        'The rule of a: CHECK (kind is null or 1) should not be there.',
      ],
    ],
    [
      'a rule more',
      [TABLE.replace('CHECK (at', 'UNIQUE (kind, at), CHECK (at'), INDEX],
      ['The rule of a: UNIQUE (kind, at) should not be there.'],
    ],
    [
      'another reference',
      [TABLE.replace(' ON DELETE CASCADE', ''), INDEX],
      [
        'The rule of a: FOREIGN KEY (parent) REFERENCES a (id) ON DELETE CASCADE is not there.',
        'The rule of a: FOREIGN KEY (parent) REFERENCES a (id) should not be there.',
      ],
    ],
    [
      'no STRICT',
      [TABLE.replace(/ STRICT$/, ''), INDEX],
      ['The column a.id is "TEXT" and should be "TEXT NOT NULL".', 'The rule of a: STRICT is not there.'],
    ],
    [
      'another index',
      [TABLE, INDEX.replace('at DESC', 'kind')],
      [
        'The index a_at is "create index a_at on a (kind) where kind = \'B\'" and should be "create index a_at on a (at desc) where kind = \'B\'".',
      ],
    ],
    [
      'a column that has to be filled',
      [TABLE.replace('kind TEXT', 'old TEXT NOT NULL, kind TEXT'), INDEX],
      ['The column a.old is "TEXT NOT NULL", and nothing is written into it.'],
    ],
    [
      'a column that may stay empty',
      [TABLE.replace('kind TEXT', "old TEXT, older TEXT NOT NULL DEFAULT '', kind TEXT"), INDEX],
      [],
    ],
    ['another table', [TABLE, INDEX, 'CREATE TABLE b (c TEXT NOT NULL, CHECK (c > 0))'], []],
  ])('of a database with %s is compared with the definitions', async (_, statements, expected) => {
    expect(differences(await schemaOf(statements), await expectedSqliteSchema(DEFINITIONS))).toEqual(expected)
  })
})

describe('a database whose tables differ from the definitions', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'placard-schema-'))
    file = join(folder, 'placard.db')
    await (await openDatabase(file)).close()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const change = (...statements: string[]) =>
    insideFile(file, (sqlite) => statements.forEach((statement) => sqlite.exec(statement)))

  it('stops the start with the differences and the remedy, unchanged', async () => {
    change(
      'DROP TABLE facts',
      'CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB) STRICT, WITHOUT ROWID',
      "INSERT INTO facts VALUES ('kept', x'00')",
    )
    await expect(openDatabase(file)).rejects.toThrow(
      /column facts\.value is "BLOB" and should be "TEXT NOT NULL"\. Bring it there by a step .*or start with an empty database/,
    )
    expect(insideFile(file, (sqlite) => sqlite.prepare('SELECT count(*) AS count FROM facts').get())).toEqual({
      count: 1,
    })
  })

  it('is accepted with additional columns of an earlier version', async () => {
    change('ALTER TABLE deposits ADD COLUMN old TEXT', 'CREATE TABLE of_before (a TEXT NOT NULL)')
    await expect(openDatabase(file).then((db) => db.close())).resolves.toBeUndefined()
  })

  it.each([
    ['index', 'deposits_by_user', 'CREATE INDEX deposits_by_user ON deposits (id)'],
    [
      'trigger',
      'catalogue_log_update',
      'CREATE TRIGGER catalogue_log_update BEFORE UPDATE ON catalogue_log BEGIN SELECT 1; END',
    ],
  ])('is reported for another %s', async (kind, name, statement) => {
    change(`DROP ${kind} ${name}`, statement)
    await expect(openDatabase(file)).rejects.toThrow(`${kind} ${name} is`)
  })
})
