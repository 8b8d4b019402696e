import { Kysely } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepared } from '../preparedQuery.ts'
import { createTrouble } from '../trouble.ts'
import { GroupingSqliteDialect } from './sqliteDialect.ts'
import { openConnection, type Sqlite } from './sqliteDriver.ts'

interface Tables {
  notes: { id: string }
}

let folder = ''
let db: Kysely<Tables>
let reader: Sqlite
let other: Sqlite
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-snapshot-'))
  const file = join(folder, 'x.db')
  const writer = openConnection(file)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT')
  reader = openConnection(file)
  other = openConnection(file)
  db = new Kysely({ dialect: new GroupingSqliteDialect({ writer, reader }, createTrouble()) })
})
afterEach(async () => {
  await db.destroy()
  other.close()
  rmSync(folder, { recursive: true })
})

const find = prepared((on: Kysely<Tables>, { id }: { id: string }) =>
  on.selectFrom('notes').select('id').where('id', '=', id),
)
const isFound = async (id: string, on = db) => (await find(on, { id })).rows.length > 0
const insert = (id: string, on = db) => on.insertInto('notes').values({ id }).execute()

describe('the snapshot of reads', () => {
  it('is that of the first read in a turn of the event loop, and of no later turn', async () => {
    expect(await isFound('a')).toBe(false)
    other.exec("INSERT INTO notes VALUES ('a')")
    expect(await isFound('a')).toBe(false)
    expect(await db.selectFrom('notes').select('id').execute()).toEqual([])
    await turn()
    expect(reader.isTransaction).toBe(false)
    expect(await isFound('a')).toBe(true)
  })

  it('ends with a write of the process', async () => {
    expect(await isFound('a')).toBe(false)
    await insert('a')
    expect(await isFound('a')).toBe(true)
    expect(await isFound('b')).toBe(false)
    await db.transaction().execute(async (trx) => {
      await insert('b', trx)
      expect(await isFound('b')).toBe(false)
      expect(await isFound('b', trx)).toBe(true)
    })
    expect(await isFound('b')).toBe(true)
  })

  it('lets a checkpoint empty the log', async () => {
    await insert('a')
    expect(await isFound('a')).toBe(true)
    await insert('b')
    expect(other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0n })
  })
})
