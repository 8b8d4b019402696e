import { afterEach, beforeEach, expect, it } from 'vitest'
import { sub, sum } from '../../../../engine/language/values/decimal.ts'
import { close, opened, trader } from '../../../../../tests/support/server/flows/lever.ts'
import {
  createTestServer,
  START_MS,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'
import { trade } from '../../../../../tests/support/server/flows/spot.ts'
import { trader as spotTrader } from '../../../../../tests/support/server/flows/trading.ts'
import { minor } from '../../../kit/ledger/index.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const DAY = 86_400
const MIDNIGHT = Math.floor(START_MS / 1000 / DAY) * DAY + DAY

const read = async ({ token }: Person, timeZone = 'UTC') =>
  (await server.call('wallet/performance', { mode: 'real', timeZone }, { token })).data
const values = async ({ token }: Person) => {
  const { totals } = (await server.call('wallet/list', { mode: 'real' }, { token })).data
  const [coin, contract] = (['coin', 'contract'] as const).map((kind) =>
    sum(totals.filter((row) => row.kind === kind).map(({ netEquity }) => netEquity)),
  )
  return { coin: coin ?? '0', contract: contract ?? '0' } as const
}
const idOf = async ({ token }: Person) => (await server.call('user/info', {}, { token })).data.id

async function give(person: Person, currency: string, amount: '0.5' | '250') {
  const to = { owner: await idOf(person), kind: 'coin' } as const
  const entries = [{ from: 'deposits', to, currency, amount: minor(amount, currency) } as const]
  await server.context.ledger.post({ mode: 'real', reason: 'test', entries })
}

const transfer = async ({ token }: Person, amount: string) =>
  await server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount },
    { token, headers: { 'idempotency-key': `performance-${amount}` } },
  )

/** Advances to a second after the beginning of the next day and returns the values at its beginning. */
async function nextDay(person: Person) {
  await server.clock.advance(MIDNIGHT - server.clock.now())
  const before = await values(person)
  await server.clock.advance(1)
  return before
}

it('performance: the opening balance, a deposit and a transfer are no change', async () => {
  const ann = await server.person()
  await give(ann, 'USDT', '250')
  await transfer(ann, '100')
  const { total, coin, contract } = await read(ann)
  expect([total, coin, contract]).toEqual(Array.from({ length: 3 }, () => ({ amount: '0', percent: '0' })))
})

it('performance: an account that was empty all day has no percentage', async () => {
  expect((await read(await server.person())).contract).toEqual({ amount: '0', percent: null })
})

it('performance: coins change with their price since the day began', async () => {
  const ann = await server.person()
  await give(ann, 'BTC', '0.5')
  const before = await nextDay(ann)
  await server.clock.advance(6 * 3600)
  const after = await values(ann)
  const { total, coin, contract, since } = await read(ann)
  expect(since).toBe(MIDNIGHT)
  expect(coin).toEqual(total)
  expect(contract.amount).toBe('0')
  expect(Math.abs(Number(coin.amount) - (Number(after.coin) - Number(before.coin)))).toBeLessThanOrEqual(0.02)
  expect(Math.abs(Number(coin.amount))).toBeGreaterThan(1)
  expect(Number(coin.percent)).toBeCloseTo((Number(coin.amount) / Number(before.coin)) * 100, 1)
})

it('performance: coins that came in count from the price of that moment', async () => {
  const ann = await server.person()
  await nextDay(ann)
  await server.clock.advance(3600)
  await give(ann, 'BTC', '0.5')
  const before = await values(ann)
  expect((await read(ann)).total.amount).toBe('0')
  await server.clock.advance(3600)
  const change = Number(sub((await values(ann)).coin, before.coin))
  expect(Math.abs(Number((await read(ann)).total.amount) - change)).toBeLessThanOrEqual(0.02)
})

it('performance: a position that was open when the day began counts from its value then, also where a part is closed since', async () => {
  const ann = await trader(server)
  const position = await opened(server, ann, { lots: '0.02', leverage: 5 })
  const before = await nextDay(ann)
  await server.clock.advance(3 * 3600)
  const half = await close(server, ann, { id: position.id, lots: '0.01' })
  expect(half.type).toBe('ok')
  await opened(server, ann, { lots: '0.01', leverage: 20 })
  await server.clock.advance(600)
  const after = await values(ann)
  const { contract, total } = await read(ann)
  expect(Math.abs(Number(contract.amount) - Number(sub(after.contract, before.contract)))).toBeLessThanOrEqual(0.02)
  expect(total.amount).toBe(contract.amount)
  await close(server, ann, { id: position.id, lots: '0.01' })
  const closed = Number(sub((await values(ann)).contract, before.contract))
  expect(Math.abs(Number((await read(ann)).contract.amount) - closed)).toBeLessThanOrEqual(0.02)
})

it('performance: the day is one of the time zone', async () => {
  const ann = await server.person()
  expect((await read(ann, 'Asia/Tokyo')).since).toBe(MIDNIGHT - DAY - 9 * 3600)
  expect((await read(ann, 'No/Zone')).since).toBe(MIDNIGHT - DAY)
})

it('performance: computes the costs of coins only on request', async () => {
  const ann = await spotTrader(server)
  await trade(server, ann)
  const ask = async (costs?: boolean) =>
    (await server.call('wallet/performance', { mode: 'real', ...(costs && { costs }) }, { token: ann.token })).data
      .costs
  expect(await ask()).toEqual([])
  expect(await ask(true)).toMatchObject([{ symbol: 'BTCUSDT' }])
})
