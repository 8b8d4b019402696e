import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
} from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepared, preparedInsert, statementName } from './preparedQuery.ts'
import { GroupingSqliteDialect } from './sqlite/sqliteDialect.ts'
import { openConnection } from './sqlite/sqliteDriver.ts'
import { bigint, table, text, type TableTypes } from './table.ts'
import { createTrouble } from './trouble.ts'

const tables = { notes: table({ columns: { id: text().primaryKey(), body: text().nullable(), size: bigint() } }) }
type Tables = TableTypes<typeof tables>
type Db = Kysely<Tables>

let db: Db
beforeEach(async () => {
  const dialect = new GroupingSqliteDialect({ writer: openConnection(':memory:'), reader: null }, createTrouble())
  db = new Kysely({ dialect })
  await sql`CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT, size INTEGER NOT NULL)`.execute(db)
})
afterEach(() => db.destroy())

const insert = preparedInsert(tables, 'notes')

describe('a prepared query', () => {
  it('is built once, and runs with the values of each call in the places of their names', async () => {
    let built = 0
    const between = prepared((on: Db, { low, high, id }: { low: bigint; high: bigint; id: string }) => {
      built += 1
      return on
        .selectFrom('notes')
        .select(['id', 'size'])
        .where('size', '<=', high)
        .where('size', '>=', low)
        .where((eb) => eb.or([eb('id', '<>', id), eb('size', '=', high)]))
        .orderBy('id')
    })
    for (const [at, id] of ['a', 'b', 'c'].entries()) await insert(db, { id, body: id, size: at })
    const ids = async (low: bigint, high: bigint, id: string) =>
      (await between(db, { low, high, id })).rows.map((row) => row.id)
    expect(await ids(0n, 1n, 'a')).toEqual(['b'])
    expect(await ids(1n, 2n, 'c')).toEqual(['b', 'c'])
    expect(await ids(0n, 2n, 'none')).toEqual(['a', 'b', 'c'])
    expect(built).toBe(1)
  })

  it('counts changed rows, and runs in a transaction', async () => {
    const double = prepared((on: Db, { id }: { id: string }) =>
      on
        .updateTable('notes')
        .set((eb) => ({ size: eb('size', '*', 2n) }))
        .where('id', '=', id),
    )
    await insert(db, { id: 'a', size: 7n })
    const undone = db.transaction().execute(async (trx) => {
      expect((await double(trx, { id: 'a' })).numAffectedRows).toBe(1n)
      expect((await double(trx, { id: 'b' })).numAffectedRows).toBe(0n)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ id: 'a', body: null, size: 7n }])
  })

  it('is a named statement on PostgreSQL, where other queries have no name', async () => {
    const sent: CompiledQuery[] = []
    const postgres: Db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () =>
          new (class extends DummyDriver {
            override acquireConnection() {
              return Promise.resolve({
                executeQuery: (query: CompiledQuery) =>
                  Promise.resolve(void sent.push(query)).then(() => ({ rows: [] })),
                streamQuery: () => {
                  throw new Error('unused')
                },
              })
            }
          })(),
        createIntrospector: (on: Kysely<unknown>) => new PostgresIntrospector(on),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    await insert(postgres, { id: 'a', body: 'text', size: 1n })
    await postgres.selectFrom('notes').select('id').execute()
    expect(sent.map(({ parameters }) => parameters)).toEqual([['a', 'text', 1n], []])
    const [first, second] = sent.map((query) => statementName(query.sql))
    expect(first).toMatch(/^\w{1,63}$/)
    expect(second).toBeUndefined()
  })
})
