import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Literal } from '../../../../engine/language/values/units.ts'
import { minor } from '../../../kit/ledger/index.ts'
import { createTestServer, START_MS, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { percentOf } from './statistics.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const DAY = 86_400
const NOW = START_MS / 1000
const YESTERDAY = NOW - DAY

it('counts the closed orders of one user and one mode', async () => {
  const { token, inviteCode } = await server.person()
  const other = await server.person({ inviteCode })
  const id = async (token: string) => (await server.call('user/info', {}, { token: token })).data.id
  const [ownId, otherId] = [await id(token), await id(other.token)]
  const row = (
    user: string,
    mode: 'real' | 'demo',
    kind: 'spot' | 'leveraged',
    side: 'long' | 'short',
    profit: Literal,
    closed: number,
  ) => ({
    id: `o${++orders}`,
    user_id: user,
    mode,
    kind,
    side,
    volume: minor('10', 'USDT'),
    profit: minor(profit, 'USDT'),
    closed,
  })
  let orders = 0
  const MIDNIGHT = Math.floor(NOW / DAY) * DAY
  await server.context.db
    .insertInto('closed_orders')
    .values([
      row(ownId, 'real', 'spot', 'long', '1.5', YESTERDAY),
      row(ownId, 'real', 'spot', 'long', '-0.25', MIDNIGHT - 1),
      row(ownId, 'real', 'leveraged', 'short', '2', MIDNIGHT),
      row(ownId, 'real', 'leveraged', 'short', '0', NOW),
      row(ownId, 'demo', 'spot', 'long', '9', NOW),
      row(otherId, 'real', 'spot', 'long', '9', NOW),
    ])
    .execute()
  expect((await server.call('user/datastatistics', {}, { token })).data).toEqual({
    accuracy: '50.00',
    positions: 0,
    orders: 4,
    profitOrders: 2,
    lossOrders: 1,
    long: { orders: 2, successes: 1 },
    short: { orders: 2, successes: 1 },
    yesterday: { orders: 2, volume: '20', profit: '1.25', currency: 'USDT' },
    followers: 1,
    proportions: [
      { kind: 'spot', count: 2 },
      { kind: 'seconds', count: 0 },
      { kind: 'leveraged', count: 2 },
    ],
  })
  // In Tokyo a day begins nine hours before midnight UTC.
  const inTokyo = { timeZone: 'Asia/Tokyo' }
  expect((await server.call('user/datastatistics', inTokyo, { token })).data.yesterday.orders).toBe(1)
  expect((await server.call('user/datastatistics', { mode: 'demo' }, { token })).data).toMatchObject({
    orders: 1,
    accuracy: '100.00',
    followers: 1,
  })
})

it('writes a share in percent', () =>
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 5), percentOf(5, 5)]).toEqual([
    '33.33',
    '66.67',
    '0.00',
    '100.00',
  ]))
