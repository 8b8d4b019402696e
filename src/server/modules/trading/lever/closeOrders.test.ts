import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  away,
  bidAsk,
  closeOrder,
  opened,
  setstop,
  trader,
  trades,
} from '../../../../../tests/support/server/flows/lever.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

describe('a close order', () => {
  it('secures a profit: its trigger may be between the opening and the current price', async () => {
    const ann = await trader(server)
    const position = await opened(server, ann)
    const above = away(position.openPrice, 3)
    await server.context.db
      .updateTable('lever_positions')
      .set({ open_price: away(position.openPrice, -10) })
      .where('id', '=', position.id)
      .execute()
    const trigger = away(bidAsk(server).bid, -2)
    expect(await setstop(server, ann, { id: position.id, stopLoss: trigger })).toMatchObject({ code: 'stopLossWrong' })
    expect(await closeOrder(server, ann, { id: position.id, trigger })).toMatchObject({ type: 'ok' })
    expect(await closeOrder(server, ann, { id: position.id, trigger: above })).toMatchObject({ type: 'ok' })
    const { positions } = await trades(server, ann)
    expect(positions[0]?.closeOrders?.map(({ rises }) => rises)).toEqual([false, true])
  })

  it('closes its lots at the tick that reaches the trigger, with a receipt, and ends with the position', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann, { lots: '0.02' })
    const { bid } = bidAsk(server)
    for (const trigger of [away(bid, 0.5), away(bid, -0.5)])
      await closeOrder(server, ann, { id, trigger, lots: '0.01' })
    await closeOrder(server, ann, { id, kind: 'trailing', trigger: null, rate: '0.5' })
    for (let hours = 0; hours < 48 && (await trades(server, ann)).positions.length > 0; hours++)
      await server.clock.advance(3600)
    const { rows } = await trades(server, ann)
    expect(rows.every(({ reason }) => reason === 'trigger' || reason === 'trailing')).toBe(true)
    expect(rows.map(({ lots }) => lots).toSorted()).toEqual(['0.01', '0.01'])
    for (const { id: deal, reason, closePrice } of rows) {
      const { data } = await server.call('receipt/list', { kind: 'leverDeal', id: deal }, { token: ann.token })
      expect(data.rows[0]).toMatchObject({ rule: reason, trade: { executed: closePrice } })
    }
    const left = await server.context.db
      .selectFrom('lever_close_orders')
      .select(['status', 'deal'])
      .where('position', '=', id)
      .execute()
    expect(left.filter(({ status }) => status === 0n)).toEqual([])
    expect(left.filter(({ deal }) => deal !== null)).toHaveLength(rows.length)
  })
})
