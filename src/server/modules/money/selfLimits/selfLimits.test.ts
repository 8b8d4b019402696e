import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallId } from '../../../../generated/calls.ts'
import { contract } from '../../../../generated/contract.ts'
import { prepare, readCaseRequests, sendReady } from '../../../../../tests/prove/kit/requests.ts'
import { close, opened, trader as leverTrader, waiting } from '../../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../../tests/support/server/flows/seconds.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { limit, limited } from '../../../../../tests/support/server/flows/selfLimits.ts'
import { away, btc, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { trader } from '../../../../../tests/support/server/flows/trading.ts'
import { setUserFields, withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'
import {
  createTestServer,
  unusedPng,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'
import { LIMIT_KINDS } from '../../../../product/domain/selfLimits.ts'
import { minor } from '../../../kit/ledger/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const cases = await readCaseRequests()
const restricted = (Object.keys(contract) as CallId[]).filter((call) => contract[call].selfLimit)
const DAY = 86_400
let rows = 0

const idOf = async (who: Person) => (await server.call('user/info', {}, as(who))).data.id
const pause = (who: Person, length = 'hours24') => server.call('safe/pause', { length }, as(who))
const limits = async (who: Person) => (await server.call('safe/limits', {}, as(who))).data
const titles = async (who: Person) =>
  (await server.call('user/usermessage', {}, as(who))).data.rows.map(({ title }) => title)

/** Reports a payment of an amount of USDT. */
async function deposit(who: Person, amount: string) {
  const screenshot = (await server.upload(who.token, unusedPng())).data.id
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount, screenshot }
  return await server.call('wallet/charge_req', payload, {
    token: who.token,
    headers: { 'idempotency-key': `limited-${++rows}` },
  })
}

/** Records a closed trade of a user. */
async function closed(who: Person, profit: `${number}`, mode: 'real' | 'demo' = 'real') {
  const row = { id: `closed-${++rows}`, user_id: await idOf(who), mode, kind: 'spot', side: 'long' } as const
  await server.context.db
    .insertInto('closed_orders')
    .values({ ...row, volume: 1, profit: minor(profit, 'USDT'), closed: server.clock.now() })
    .execute()
}

describe('in a break', () => {
  it('there are restricted calls', () => {
    expect(new Set(restricted.map((call) => contract[call].selfLimit?.limit))).toEqual(
      new Set([...LIMIT_KINDS, undefined]),
    )
  })

  it.each(restricted)('%s is refused, and says until when', async (call) => {
    const ask = cases.get(call)
    if (!ask) throw new Error(`${call} has no case`)
    const ready = await prepare(server, call, ask)
    const { by, of } = contract[call].selfLimit ?? {}
    // An exchange is checked before its quote is looked up.
    const payload = { ...ready.payload, mode: 'real', ...(by !== undefined && { [by]: of?.[0] }) }
    const { data } = await server.call('safe/pause', { length: 'days30' }, { token: ready.token ?? '' })
    const reply = await sendReady(server, { ...ready, payload })
    expect(reply).toMatchObject({ code: 'timeOutActive', params: { until: data.until } })
    expect(reply.message).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/)
    await server.clock.advance(30 * DAY)
    expect((await sendReady(server, { ...ready, payload })).code).not.toBe('timeOutActive')
  })

  it('coins are sold, positions closed, and money withdrawn', async () => {
    const [seller, leveraged, payer] = [await trader(server), await leverTrader(server), await withdrawer(server)]
    await trade(server, seller)
    const position = await opened(server, leveraged)
    for (const who of [seller, leveraged, payer]) expect((await pause(who, 'months6')).code).toBe('set')
    expect((await trade(server, seller)).code).toBe('selfExcluded')
    expect((await trade(server, seller, { side: 'sell', price: btc(server).bid, quantity: '0.0005' })).type).toBe('ok')
    expect((await close(server, leveraged, { id: position.id, lots: position.lots })).type).toBe('ok')
    expect((await withdraw(server, payer)).code).toBe('withdrawalRequested')
  })

  it('the demo account trades on', async () => {
    const who = await trader(server)
    await pause(who)
    await setUserFields(server, who, { mode: 'demo' })
    expect((await trade(server, who, { mode: 'demo' })).type).toBe('ok')
  })

  it('no order that was placed before is filled', async () => {
    const [buyer, leveraged] = [await trader(server), await leverTrader(server)]
    const { id } = (await trade(server, buyer, { kind: 'limit', price: away(btc(server).ask, -10) })).data
    const order = await waiting(server, leveraged)
    // The demo account may be the one in use.
    await setUserFields(server, buyer, { mode: 'demo' })
    await pause(buyer)
    await pause(leveraged)
    expect((await server.call('coin/detail', { id }, as(buyer))).data.status).toBe(2)
    expect((await server.call('lever/order', { id: order.id }, as(leveraged))).data.status).toBe(2)
  })

  it('nothing ends it early, and a longer one replaces it', async () => {
    const who = await server.person()
    const first = (await pause(who, 'days7')).data
    expect((await pause(who, 'hours24')).code).toBe('statusAbnormal')
    const second = (await pause(who, 'year1')).data
    expect(second).toMatchObject({ kind: 'exclusion' })
    expect(second.until).toBeGreaterThan(first.until)
    expect((await pause(who, 'days30')).code).toBe('statusAbnormal')
    expect((await server.call('user/info', {}, as(who))).data.pause).toEqual(second)
    expect(await titles(who)).toEqual(expect.arrayContaining(['Your break has begun', 'You have excluded yourself']))
  })
})

describe('a limit on deposits', () => {
  it('refuses what exceeds it, counts a reported deposit, and frees it after the period', async () => {
    const who = await limited(server)
    expect((await deposit(who, '60')).type).toBe('ok')
    expect(await deposit(who, '50')).toMatchObject({
      code: 'ownFundingDayLimit',
      params: { left: '40', maximum: '100', currency: 'USDT' },
    })
    expect((await deposit(who, '40')).type).toBe('ok')
    expect((await deposit(who, '10')).code).toBe('ownFundingDayLimit')
    await server.clock.advance(DAY)
    expect((await deposit(who, '100')).type).toBe('ok')
  })

  it('is loosened after 24 hours, not before, unless the user keeps it', async () => {
    const [who, keeper] = [await limited(server), await limited(server)]
    const { data } = await limit(server, who, { maximum: '500' })
    expect(data).toMatchObject({ maximum: '100', nextMaximum: '500', changesAt: server.clock.now() + DAY })
    await limit(server, keeper, { maximum: null })
    await server.clock.advance(DAY - 1)
    expect((await deposit(who, '101')).code).toBe('ownFundingDayLimit')
    expect((await limit(server, keeper, { maximum: '100' })).data.changesAt).toBeNull()
    await server.clock.advance(1)
    expect((await deposit(who, '101')).type).toBe('ok')
    expect((await deposit(keeper, '101')).code).toBe('ownFundingDayLimit')
    expect((await limits(who)).rows[0]).toMatchObject({ maximum: '500', changesAt: null, used: '101', left: '399' })
    expect(await titles(who)).toContain('A limit becomes looser in 24 hours')
  })
})

describe('a limit on losses', () => {
  it('counts what trades with real money have lost, less what they have won', async () => {
    const who = await trader(server)
    await limit(server, who, { kind: 'loss', period: 'week', maximum: '50' })
    await closed(who, '-70')
    await closed(who, '30')
    await closed(who, '-100', 'demo')
    expect((await limits(who)).rows.find(({ kind, period }) => kind === 'loss' && period === 'week')).toMatchObject({
      used: '40',
      left: '10',
    })
    expect((await trade(server, who)).type).toBe('ok')
    await closed(who, '-10')
    expect(await trade(server, who)).toMatchObject({ code: 'ownLossWeekLimit', params: { left: '0', maximum: '50' } })
    expect((await trade(server, who, { side: 'sell', price: btc(server).bid, quantity: '0.0005' })).type).toBe('ok')
    await server.clock.advance(7 * DAY)
    expect((await trade(server, who)).type).toBe('ok')
  })

  it('counts the stakes of running fixed-time contracts, and the one that is placed', async () => {
    const who = await secondsTrader(server)
    await limit(server, who, { kind: 'loss', maximum: '150' })
    expect((await buySeconds(server, who, undefined, { stake: '100' })).type).toBe('ok')
    expect(await buySeconds(server, who, undefined, { stake: '60' })).toMatchObject({
      code: 'ownLossDayLimit',
      params: { left: '50' },
    })
    expect((await buySeconds(server, who, undefined, { stake: '50' })).type).toBe('ok')
  })
})
