import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '../../db.ts'
import { openDatabase } from './openDatabase.ts'
import { inTransaction } from './transaction.ts'

const SERVER = join(import.meta.dirname, '../..')

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase(':memory:')
})
afterAll(() => database.close())

/** Writes a row, then fails so many times with a code; returns the number of runs and the stored rows. */
async function attempt(
  name: string,
  failures: number,
  code: string,
): Promise<{ ran: number; kept: string[]; error: unknown }> {
  let ran = 0
  let error: unknown = null
  try {
    await inTransaction(database.db, [name], async (trx) => {
      ran += 1
      await trx
        .insertInto('facts')
        .values({ name: `${name} ${ran}`, value: '' })
        .execute()
      if (ran <= failures) throw Object.assign(new Error('no'), { code })
    })
  } catch (thrown) {
    error = thrown
  }
  const rows = await database.db.selectFrom('facts').select('name').where('name', 'like', `${name} %`).execute()
  return { ran, kept: rows.map((row) => row.name), error }
}

it('retries after a conflict, and rolls back the failed run', async () => {
  expect(await attempt('deadlock', 2, '40P01')).toEqual({ ran: 3, kept: ['deadlock 3'], error: null })
  expect(await attempt('conflict', 1, '40001')).toEqual({ ran: 2, kept: ['conflict 2'], error: null })
})

it('fails after a few retries, and at once for other errors', async () => {
  expect(await attempt('forever', 100, '40P01')).toMatchObject({ ran: 5, kept: [], error: { code: '40P01' } })
  expect(await attempt('other', 1, '23505')).toMatchObject({ ran: 1, kept: [], error: { code: '23505' } })
})

it('is the only way to a transaction', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => /\.\s*transaction\(\)/.test(readFileSync(join(SERVER, file), 'utf8')))).toEqual([
    join('kit', 'storage', 'transaction.ts'),
  ])
})
