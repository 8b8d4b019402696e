import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Literal } from '../../../../engine/language/values/units.ts'
import { createCalendar } from '../../../../engine/language/values/time.ts'
import { minor } from '../../../kit/ledger/index.ts'
import { createTestServer, START_MS, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { offsetSpans } from './results.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const HOUR = 3600
const DAY = 24 * HOUR
const NOW = START_MS / 1000
const MIDNIGHT = Math.floor(NOW / DAY) * DAY
const day = (unix: number) => new Date(unix * 1000).toISOString().slice(0, 10)

interface Order {
  kind?: 'spot' | 'seconds' | 'leveraged'
  symbol?: string
  side?: 'long' | 'short'
  mode?: 'real' | 'demo'
  profit: Literal
  fee?: Literal
  closed: number
}

let orders = 0
async function closed(user: string, rows: readonly Order[]): Promise<void> {
  await server.context.db
    .insertInto('closed_orders')
    .values(
      rows.map(
        ({ kind = 'spot', symbol = 'BTCUSDT', side = 'long', mode = 'real', profit, fee = '0', closed: at }) => ({
          id: `r${++orders}`,
          user_id: user,
          mode,
          kind,
          symbol,
          side,
          volume: minor('10', 'USDT'),
          profit: minor(profit, 'USDT'),
          fee: minor(fee, 'USDT'),
          closed: at,
        }),
      ),
    )
    .execute()
}

async function person() {
  const { token } = await server.person()
  return { token, id: (await server.call('user/info', {}, { token })).data.id }
}

it('adds up the closed orders of one user and one mode by day, instrument, product and side', async () => {
  const { token, id } = await person()
  const other = await person()
  await closed(other.id, [{ profit: '99', closed: NOW }])
  await closed(id, [
    { profit: '1.5', fee: '0.1', closed: MIDNIGHT - 2 * DAY },
    { profit: '-0.25', fee: '0.1', closed: MIDNIGHT - 1 },
    { profit: '2', kind: 'leveraged', symbol: 'ETHUSDT', side: 'short', fee: '0.2', closed: MIDNIGHT },
    { profit: '0', kind: 'seconds', closed: NOW },
    { profit: '8', closed: MIDNIGHT - 2 * DAY - 1 },
    { profit: '7', mode: 'demo', closed: NOW },
  ])
  const none = { orders: 0, wins: 0, losses: 0, profit: '0', fee: '0' }
  const bitcoin = { orders: 3, wins: 1, losses: 1, profit: '1.25', fee: '0.2' }
  const ether = { orders: 1, wins: 1, losses: 0, profit: '2', fee: '0.2' }
  expect((await server.call('trade/results', { days: 3 }, { token })).data).toEqual({
    first: day(MIDNIGHT - 2 * DAY),
    last: day(MIDNIGHT),
    total: { orders: 4, wins: 2, losses: 1, profit: '3.25', fee: '0.4' },
    accuracy: '50.00',
    averageWin: '1.75',
    averageLoss: '-0.25',
    days: [
      { day: day(MIDNIGHT - 2 * DAY), orders: 1, profit: '1.5', total: '1.5' },
      { day: day(MIDNIGHT - DAY), orders: 1, profit: '-0.25', total: '1.25' },
      { day: day(MIDNIGHT), orders: 2, profit: '2', total: '3.25' },
    ],
    instruments: [
      { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', sum: ether },
      { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', sum: bitcoin },
    ],
    kinds: [
      { kind: 'spot', sum: { orders: 2, wins: 1, losses: 1, profit: '1.25', fee: '0.2' } },
      { kind: 'seconds', sum: { orders: 1, wins: 0, losses: 0, profit: '0', fee: '0' } },
      { kind: 'leveraged', sum: ether },
    ],
    long: bitcoin,
    short: ether,
  })
  expect((await server.call('trade/results', { mode: 'demo', days: 1 }, { token })).data).toMatchObject({
    total: { orders: 1, profit: '7' },
    averageLoss: null,
    short: none,
  })
})

it.each([
  [['17.8', '17.675'], '17.7375'],
  [['-5.03', '-5.02'], '-5.025'],
  [['-1.35491'], '-1.35491'],
] as const)(
  'the average of %j has the digits of the ledger: one order has its own profit',
  async (profits, average) => {
    const { token, id } = await person()
    await closed(
      id,
      profits.map((profit) => ({ profit, closed: NOW })),
    )
    const { averageWin, averageLoss } = (await server.call('trade/results', { days: 1 }, { token })).data
    expect(averageWin ?? averageLoss).toBe(average)
  },
)

it('counts days of the time zone, and of UTC where it is unknown', async () => {
  const { token, id } = await person()
  await closed(id, [{ profit: '1', closed: MIDNIGHT - 1 }])
  const daysIn = async (timeZone: string) =>
    (await server.call('trade/results', { days: 5, timeZone }, { token })).data.days.map((of) => of.day)
  expect(await daysIn('Asia/Tokyo')).toEqual([day(MIDNIGHT)])
  expect(await daysIn('America/Los_Angeles')).toEqual([day(MIDNIGHT - DAY)])
  expect(await daysIn('Mars/Olympus')).toEqual([day(MIDNIGHT - DAY)])
})

it.each(['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'])(
  'splits a year of %s where its offset changes',
  (zone) => {
    const calendar = createCalendar(zone)
    const dayAt = (unix: number) => {
      const { year, month, day: ofMonth } = calendar(unix) ?? { year: '', month: '', day: '' }
      return `${year}-${month}-${ofMonth}`
    }
    const from = Date.UTC(2025, 0, 1, 5, 7, 9) / 1000
    const spans = offsetSpans(calendar, from, from + 366 * DAY)
    expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, from + 366 * DAY])
    for (const [index, span] of spans.entries()) {
      if (index > 0) expect(span.from).toBe(spans[index - 1]?.to)
      for (let at = span.from; at < span.to; at += 7 * HOUR + 11)
        expect(day(at + span.offset), String(at)).toBe(dayAt(at))
      for (const at of [span.from, span.to - 1]) expect(day(at + span.offset)).toBe(dayAt(at))
    }
    expect(spans).toHaveLength(['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu'].includes(zone) ? 1 : 3)
  },
)
