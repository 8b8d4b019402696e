import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lots } from '../../../engine/language/values/units.ts'
import { runDue, FailedItems } from './dueRunner.ts'
import processLeverage from '../../modules/trading/lever/job.ts'
import settleSeconds from '../../modules/trading/seconds/job.ts'
import { met, metOrder, opened, trader, trades, waiting } from '../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../tests/support/server/flows/seconds.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'

describe('due work', () => {
  /** Rows that are due until processed so often; those with a reason fail with it. */
  const queue = (rows: { id: string; times: number; fails?: Error }[]) => {
    const taken: string[] = []
    const run = () =>
      runDue(
        (limit) => Promise.resolve(rows.filter(({ times }) => times > 0).slice(0, limit)),
        (row) => {
          if (row.fails) throw row.fails
          row.times -= 1
          taken.push(row.id)
        },
      )
    return { run, taken }
  }

  it('runs until nothing is due, also rows due again', async () => {
    const { run, taken } = queue([
      { id: 'a', times: 3 },
      { id: 'b', times: 1 },
    ])
    await run()
    expect(taken).toEqual(['a', 'b', 'a', 'a'])
  })

  it('runs despite other failures, which are reported and retried', async () => {
    const rows = [
      ...Array.from({ length: 450 }, (_, at) => ({ id: `bad ${at}`, times: 1, fails: new Error('no price') })),
      ...Array.from({ length: 300 }, (_, at) => ({ id: `good ${at}`, times: 2 })),
    ]
    const { run, taken } = queue(rows)
    await expect(run()).rejects.toThrow('450 of what was due could not be done, the first of them bad 0: no price')
    expect(taken).toHaveLength(600)
    await expect(run()).rejects.toThrow('450 of what was due')
  })

  it('stops if the database is unreachable', async () => {
    const { run, taken } = queue([
      { id: 'a', times: 1, fails: Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }) },
      { id: 'b', times: 1 },
    ])
    await expect(run()).rejects.toThrow('gone')
    expect(taken).toEqual([])
  })

  it('is tried once per run', async () => {
    const undone = new FailedItems()
    let tries = 0
    for (let at = 0; at < 3; at++) await undone.attempt('a', () => Promise.reject(new Error(String((tries += 1)))))
    expect([tries, undone.size]).toEqual([1, 1])
    expect(() => undone.throwIfAny()).toThrow('a: 1')
  })
})

describe('an order that fails to settle', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
  })
  afterAll(() => server.close())

  it('does not block seconds contracts of other users, and is settled later', async () => {
    const [ann, bob] = [await secondsTrader(server), await secondsTrader(server)]
    const ids = [(await buySeconds(server, ann)).data.id, (await buySeconds(server, bob)).data.id]
    const { db } = server.context
    const status = async () =>
      (
        await Promise.all(
          ids.map((id) =>
            db.selectFrom('seconds_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
          ),
        )
      ).map((row) => row.status > 0n)
    const [first = ''] = ids
    await db.updateTable('seconds_orders').set({ symbol: 'GONEUSDT' }).where('id', '=', first).execute()
    await db
      .updateTable('seconds_orders')
      .set((eb) => ({ created: eb('created', '-', 120n), expires: eb('expires', '-', 120n) }))
      .where('id', 'in', ids)
      .execute()
    await expect(settleSeconds(server.context)).rejects.toThrow(
      `the first of them ${first}: There is no price of GONEUSDT`,
    )
    expect(await status()).toEqual([false, true])
    await db.updateTable('seconds_orders').set({ symbol: 'BTCUSDT' }).where('id', '=', first).execute()
    await settleSeconds(server.context)
    expect(await status()).toEqual([true, true])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('does not block fills and stops of other users', async () => {
    const [ann, bob] = [await trader(server), await trader(server)]
    const [broken, intact] = [await waiting(server, ann), await waiting(server, bob)]
    const { id } = await opened(server, bob)
    const { db } = server.context
    for (const order of [broken, intact]) await metOrder(server, order.id)
    await met(server, id)
    await db
      .updateTable('lever_orders')
      .set({ lots: 'many' as Lots })
      .where('id', '=', broken.id)
      .execute()
    await expect(processLeverage(server.context)).rejects.toThrow(`the first of them ${broken.id}: Not a decimal: many`)
    const remaining = await trades(server, bob)
    expect([remaining.orders.length, remaining.positions.map((position) => position.id).includes(id)]).toEqual([
      0,
      false,
    ])
    await db.updateTable('lever_orders').set({ lots: broken.lots }).where('id', '=', broken.id).execute()
    await processLeverage(server.context)
    expect((await trades(server, ann)).orders).toEqual([])
    expect(await server.context.ledger.verify()).toEqual([])
  })
})
