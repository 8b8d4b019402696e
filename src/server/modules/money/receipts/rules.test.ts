import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMoney, compare } from '../../../../engine/language/values/decimal.ts'
import type { Receipt } from '../../../../generated/entities.ts'
import { away, bidAsk, opened, setstop, trader, waiting } from '../../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../../tests/support/server/flows/seconds.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import type { ReceiptFacts } from './write.ts'

/** The rules at which a price of the market applies. */
const PRICED: readonly Receipt['rule'][] = [
  'market',
  'limit',
  'takeProfit',
  'stopLoss',
  'liquidation',
  'expiry',
  'quote',
]

let server: TestServer
let seen = new Set<Receipt['rule']>()
const found: { receipt: Receipt; facts: ReceiptFacts }[] = []

/** Exchanges 50 USDT to a currency, and some of it to another one. */
async function exchanges(who: Person): Promise<void> {
  for (const [from, to, pay] of [
    ['USDT', 'BTC', '50'],
    ['BTC', 'ETH', '0.0003'],
    ['USDT', 'USD', '20'],
  ] as const) {
    const { data } = await server.call('wallet/flash_quote', { mode: 'real', from, to, pay: asMoney(pay) }, who)
    await server.clock.advance(2)
    const { id: quote, receive, fee } = data
    const payload = { mode: 'real', quote, from, to, pay: data.pay, receive, fee }
    const reply = await server.call('wallet/flashAgainst', payload, who)
    expect(reply).toMatchObject({ type: 'ok' })
  }
}

beforeAll(async () => {
  server = await createTestServer()
  const ann = await trader(server)
  for (const more of [{ takeProfit: 1 }, { stopLoss: -1 }]) {
    const { id, openPrice } = await opened(server, ann)
    const [[name, thousandths] = ['takeProfit', 0]] = Object.entries(more)
    expect(await setstop(server, ann, { id, [name]: away(openPrice, thousandths) })).toMatchObject({ type: 'ok' })
  }
  for (const side of ['long', 'short']) await opened(server, ann, { lots: '0.05', leverage: 100, side })
  await waiting(server, ann, { price: away(bidAsk(server).bid, -1) })
  const bob = await secondsTrader(server)
  await buySeconds(server, bob)
  await exchanges(bob)
  const { db } = server.context
  const rules = async () => new Set((await db.selectFrom('receipts').select('rule').execute()).map(({ rule }) => rule))
  for (let hours = 0; hours < 400 && PRICED.some((rule) => !seen.has(rule)); hours++) {
    await server.clock.advance(3600)
    seen = await rules()
  }
  for (const { id, kind, record, facts } of await db.selectFrom('receipts').selectAll().execute())
    for (const { token } of [ann, bob]) {
      const { data } = await server.call('receipt/list', { kind, id: record }, { token })
      const receipt = data.rows.find((row) => row.id === id)
      if (receipt) found.push({ receipt, facts: JSON.parse(facts) as ReceiptFacts })
    }
})
afterAll(() => server.close())

describe.each(PRICED)('a receipt by the rule %s', (rule) => {
  /** A limit that waits has no price yet; of the quotes, those of exchanges are formed of prices. */
  const own = () =>
    found.filter(
      ({ receipt }) =>
        receipt.rule === rule &&
        !(rule === 'limit' && receipt.action === 'placed') &&
        !(rule === 'quote' && receipt.legs.length === 0),
    )

  it('has the tick of the market with its number, time, bid and ask', () => {
    const all = own()
    expect(all.length).toBeGreaterThan(0)
    for (const { receipt, facts } of all) {
      const shown = receipt.trade ? [receipt.trade] : receipt.legs
      const stored = facts.trade ? [facts.trade] : (facts.legs ?? [])
      expect(shown.length).toBeGreaterThan(0)
      for (const [at, { symbol, tick, tickTime, last, bid, ask, executed }] of shown.entries()) {
        const ms = stored[at]?.tickMs ?? 0
        expect(server.context.market.tickAt(symbol, ms)).toMatchObject({ seq: tick, timeMs: ms, last, bid, ask })
        expect(tickTime).toBe(Math.floor(ms / 1000))
        expect([last, bid, ask]).toContain(executed)
      }
    }
  })
})

describe('the price of a receipt', () => {
  const of = (rule: Receipt['rule']) =>
    found.flatMap(({ receipt }) => (receipt.rule === rule && receipt.trade?.quoted != null ? [receipt.trade] : []))

  it.each(['limit', 'takeProfit', 'stopLoss', 'liquidation'] as const)('has reached the price of the %s', (rule) => {
    expect(of(rule).length).toBeGreaterThan(0)
    for (const { quoted, executed, difference } of of(rule)) {
      expect(difference).not.toBeNull()
      const beyond = compare(executed, quoted ?? '0')
      // All are of a long side, but the liquidation may be of either.
      if (rule === 'takeProfit') expect(beyond).toBeGreaterThanOrEqual(0)
      else if (rule !== 'liquidation') expect(beyond).toBeLessThanOrEqual(0)
    }
  })

  it('of an exchange has one leg for each currency that a market prices', () => {
    const legs = found.flatMap(({ receipt }) => (receipt.kind === 'exchange' ? [receipt.legs.length] : []))
    expect(legs.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  })
})
