import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, readDdl } from './openDatabase.ts'
import { differences, schemaOf } from './schema.ts'

const TABLE =
  "CREATE TABLE IF NOT EXISTS a (id TEXT PRIMARY KEY, at INTEGER NOT NULL,\n  kind TEXT CHECK (kind IN ('b', 'c')), CHECK (at > 0)) STRICT"
const INDEX = 'CREATE INDEX IF NOT EXISTS a_at ON a (at)'

describe('a database schema', () => {
  it('names columns, rules and indexes, in any spacing', () => {
    const expected = [
      ['column a.id', 'TEXT PRIMARY KEY'],
      ['column a.at', 'INTEGER NOT NULL'],
      ['column a.kind', "TEXT CHECK (kind IN ('b', 'c'))"],
      ['rule of a: CHECK (at > 0)', ''],
      ['rule of a: STRICT', ''],
      ['index a_at', INDEX],
    ]
    expect([...schemaOf([TABLE, INDEX])]).toEqual(expected)
    expect(
      [...schemaOf([TABLE, INDEX].map((one) => one.replace('IF NOT EXISTS ', '').replaceAll(', ', ',\n    ')))].map(
        ([name]) => name,
      ),
    ).toEqual(expected.map(([name]) => name))
  })

  it.each<[string, string[], string[]]>([
    ['the same', [TABLE, INDEX], []],
    [
      'another type',
      [TABLE.replace('at INTEGER', 'at TEXT'), INDEX],
      ['The column a.at is "TEXT NOT NULL" and should be "INTEGER NOT NULL".'],
    ],
    [
      'another check',
      [TABLE.replace(", 'c'", ''), INDEX],
      ["The column a.kind is \"TEXT CHECK (kind IN ('b'))\" and should be \"TEXT CHECK (kind IN ('b', 'c'))\"."],
    ],
    ['a rule less', [TABLE.replace(', CHECK (at > 0)', ''), INDEX], ['The rule of a: CHECK (at > 0) is not there.']],
    [
      'a rule more',
      [TABLE.replace(', CHECK (at > 0)', ', CHECK (at > 0), UNIQUE (kind, at)'), INDEX],
      ['The rule of a: UNIQUE (kind, at) should not be there.'],
    ],
    [
      'another index',
      [TABLE, INDEX.replace('(at)', '(kind)')],
      [`The index a_at is "${INDEX.replace('(at)', '(kind)')}" and should be "${INDEX}".`],
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
  ])('of a database with %s is reported', (_, statements, expected) => {
    expect(differences(schemaOf(statements), schemaOf([TABLE, INDEX]))).toEqual(expected)
  })
})

describe('a database whose tables differ from the definitions', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'placard-shape-'))
    file = join(folder, 'placard.db')
    await (await openDatabase(file)).close()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const change = (...statements: string[]) => {
    const sqlite = new Database(file)
    for (const statement of statements) sqlite.exec(statement)
    sqlite.close()
  }

  it('stops the start with the differences and the remedy, unchanged', async () => {
    const ddl = await readDdl()
    const of = (name: string) =>
      ddl.find((statement) => statement.includes(`CREATE TABLE IF NOT EXISTS ${name} `)) ?? ''
    change(
      'DROP TABLE facts',
      of('facts').replace(/value TEXT[^,)]*/, 'value BLOB'),
      "INSERT INTO facts VALUES ('kept', x'00')",
    )
    const start = openDatabase(file)
    await expect(start).rejects.toThrow(
      /column facts\.value is "BLOB" and should be "TEXT[^"]*"\. Bring it there by a step .*or start with an empty database/,
    )
    const sqlite = new Database(file)
    expect(sqlite.prepare('SELECT count(*) AS count FROM facts').get()).toEqual({ count: 1 })
    sqlite.close()
  })

  it('is accepted with additional columns of an earlier version', async () => {
    change('ALTER TABLE deposits ADD COLUMN old TEXT', 'CREATE TABLE of_before (a TEXT NOT NULL)')
    await expect(openDatabase(file).then((db) => db.close())).resolves.toBeUndefined()
  })

  it('is reported for an index too', async () => {
    change('DROP INDEX deposits_by_user', 'CREATE INDEX deposits_by_user ON deposits (id)')
    await expect(openDatabase(file)).rejects.toThrow('index deposits_by_user is')
  })
})
