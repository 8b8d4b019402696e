import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../openDatabase.ts'
import { prepared } from '../preparedQuery.ts'
import type { OpenDatabase, Tables } from '../../../db.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase(':memory:')
})
afterAll(() => database.close())

it('writes limits and statuses as literals, and other values as parameters', () => {
  const { sql, parameters } = database.db
    .selectFrom('spot_orders')
    .select('id')
    .where('spot_orders.status', '=', 0n)
    .where((eb) => eb.or([eb('status', '<', 3n), eb('checked_ms', '>', 5n)]))
    .where('id', '>', '')
    .limit(500)
    .compile()
  expect(sql.match(/"status" \S+ \S+|limit \d+/g)?.map((part) => part.replace(/\)$/, ''))).toEqual([
    '"status" = 0',
    '"status" < 3',
    'limit 500',
  ])
  expect(parameters).toEqual([5n, ''])
})

it('keeps the stand-ins of a prepared query as parameters', async () => {
  const find = prepared((db: Kysely<Tables>, { status, limit }: { status: bigint; limit: number }) =>
    db.selectFrom('spot_orders').select('id').where('status', '=', status).limit(limit),
  )
  expect((await find(database.db, { status: 0n, limit: 1 })).rows).toEqual([])
})
