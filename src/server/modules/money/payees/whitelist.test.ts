import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, setPayPassword, steppedUp } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { certify, TRON, withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const ADDRESS = { kind: 'address', currency: 'USDT', network: 'TRC20', address: TRON }
const change = (who: Person, way: 'on' | 'off') => steppedUp(server, who, 'safe/whitelist_set', { way })
const state = async (who: Person) => (await server.call('safe/whitelist', {}, as(who))).data

/** A user whose payee was added now. */
async function beginner() {
  const person = await server.person()
  await certify(server, person)
  const { data } = await steppedUp(server, person, 'user/cash_save', ADDRESS)
  return { ...person, payee: data.id, added: server.clock.now() }
}

describe('the whitelist', () => {
  it('is off at first: a withdrawal to a payee that waits is accepted', async () => {
    const who = await beginner()
    expect(await state(who)).toEqual({ on: false, endsAt: null })
    expect((await withdraw(server, who)).code).toBe('withdrawalRequested')
  })

  it('refuses a payee that waits, in the quote and in the withdrawal, and says until when', async () => {
    const who = await beginner()
    await change(who, 'on')
    const input = { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100' }
    const refusal = { code: 'payeeNotConfirmed', params: { until: who.added + 120 } }
    const quote = await server.call('wallet/out_quote', input, as(who))
    expect(quote).toMatchObject(refusal)
    expect(quote.message).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/)
    expect(await withdraw(server, who)).toMatchObject(refusal)
    expect((await server.call('wallet/out_info', { mode: 'real' }, as(who))).data.whitelist).toBe(true)
    await server.clock.advance(120)
    expect((await withdraw(server, who)).code).toBe('withdrawalRequested')
  })

  it('refuses a confirmed payee that waits again after a change of the account, but none that was paid', async () => {
    const [changed, paid] = [await withdrawer(server), await withdrawer(server)]
    await withdraw(server, paid)
    await server.clock.advance(60)
    for (const who of [changed, paid]) {
      await setPayPassword(server, who)
      await change(who, 'on')
      await setPayPassword(server, who, { way: 'reset', password: '246810' })
    }
    expect((await withdraw(server, changed)).code).toBe('payeeNotConfirmed')
    expect((await withdraw(server, paid)).code).toBe('withdrawalRequested')
  })

  it('ends after the hold, not at once, when it is switched off, with a step-up and a notice', async () => {
    const who = await beginner()
    await change(who, 'on')
    expect((await server.call('safe/whitelist_set', { way: 'off' }, as(who))).code).toBe('stepUpRequired')
    await change(who, 'off')
    expect(await state(who)).toEqual({ on: true, endsAt: server.clock.now() + 120 })
    expect((await withdraw(server, who)).code).toBe('payeeNotConfirmed')
    await server.clock.advance(119)
    expect((await state(who)).on).toBe(true)
    await server.clock.advance(1)
    expect(await state(who)).toEqual({ on: false, endsAt: null })
    const { rows } = (await server.call('user/usermessage', {}, as(who))).data
    expect(rows.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Only confirmed payees', 'Withdrawals to all payees']),
    )
  })

  it('is kept by switching it on while it ends', async () => {
    const who = await beginner()
    await change(who, 'on')
    await change(who, 'off')
    await server.clock.advance(60)
    await change(who, 'on')
    await server.clock.advance(3600)
    expect(await state(who)).toEqual({ on: true, endsAt: null })
  })

  it('belongs to one user', async () => {
    const [ann, bob] = [await beginner(), await beginner()]
    await change(ann, 'on')
    expect(await state(bob)).toEqual({ on: false, endsAt: null })
    expect((await withdraw(server, bob)).code).toBe('withdrawalRequested')
  })
})
