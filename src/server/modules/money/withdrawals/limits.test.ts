import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import {
  bindPayee,
  cancel,
  withdraw,
  withdrawer,
  type Withdrawer,
} from '../../../../../tests/support/server/flows/withdrawals.ts'
import { asMoney } from '../../../../engine/language/values/decimal.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { withdrawalLimits } from './limits.ts'

const HOUR = 3600
let server: TestServer
beforeAll(async () => {
  const withdrawalLimits = { day: asMoney('250'), month: asMoney('400') }
  server = await createTestServer({
    operator: { ...DEFAULT_CONFIG, server: { ...DEFAULT_CONFIG.server, withdrawalLimits } },
  })
})
afterAll(() => server.close())

const left = async (who: Withdrawer) =>
  (await server.call('wallet/out_info', { mode: 'real' }, as(who))).data.limits.map((limit) => limit.left)
const take = (who: Withdrawer, amount: number) => withdraw(server, who, { amount: `${amount}`, net: `${amount - 1}` })
/** Withdraws and waits until it is paid. */
async function paid(who: Withdrawer, amount: number) {
  expect((await take(who, amount)).code).toBe('withdrawalRequested')
  await server.clock.advance(60)
}

describe('the limits of withdrawals', () => {
  it('of the operator are all left at first', async () => {
    const who = await withdrawer(server)
    const { limits } = (await server.call('wallet/out_info', { mode: 'real' }, as(who))).data
    expect(limits).toEqual([
      { period: 'day', maximum: '250', left: '250' },
      { period: 'month', maximum: '400', left: '400' },
    ])
  })

  it('of a day refuse more than is left and are reached exactly', async () => {
    const who = await withdrawer(server)
    await paid(who, 150)
    expect(await left(who)).toEqual(['100', '250'])
    const refusal = { code: 'withdrawalDayLimit', params: { left: '100', maximum: '250', currency: 'USDT' } }
    const input = { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100.01' }
    const quote = await server.call('wallet/out_quote', input, as(who))
    expect(quote).toMatchObject(refusal)
    expect(quote.message).toContain('100')
    expect(await take(who, 101)).toMatchObject(refusal)
    await paid(who, 100)
    expect(await left(who)).toEqual(['0', '150'])
  })

  it('of a day end 24 hours after a withdrawal, those of a month after 30 days', async () => {
    const who = await withdrawer(server)
    await paid(who, 250)
    await server.clock.advance(24 * HOUR)
    expect(await left(who)).toEqual(['250', '150'])
    expect(await take(who, 151)).toMatchObject({
      code: 'withdrawalMonthLimit',
      params: { left: '150', maximum: '400' },
    })
    const { id } = (await server.call('user/info', {}, as(who))).data
    await server.clock.advance(29 * 24 * HOUR)
    // The session has ended.
    expect((await withdrawalLimits(server.context, id)).map((limit) => limit.left)).toEqual(['250', '400'])
  })

  it('count a withdrawal in review, but none that was cancelled', async () => {
    const who = await withdrawer(server)
    const { data } = await take(who, 200)
    expect(await left(who)).toEqual(['50', '200'])
    await cancel(server, who, data.id, { amount: '200' })
    expect(await left(who)).toEqual(['250', '400'])
  })

  it('value another currency at the present price', async () => {
    const who = await withdrawer(server)
    const { id } = (await server.call('user/info', {}, as(who))).data
    await server.context.ledger.post({
      mode: 'real',
      reason: 'opening',
      entries: [{ from: 'opening', to: { owner: id, kind: 'coin' }, currency: 'BTC', amount: 10n ** 7n }],
    })
    const payee = await bindPayee(server, who, {
      currency: 'BTC',
      network: 'BTC',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    })
    const bitcoin = { payee, currency: 'BTC', amount: '0.05', fee: '0.0002', net: '0.0498' }
    expect((await withdraw(server, who, bitcoin)).code).toBe('withdrawalDayLimit')
    expect((await withdraw(server, who, { ...bitcoin, amount: '0.001', net: '0.0008' })).code).toBe(
      'withdrawalRequested',
    )
    expect(Number((await left(who))[0])).toBeLessThan(250)
  })
})
