import { afterAll, beforeAll, expect, it } from 'vitest'
import { opened, trader as leverTrader } from '../../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../../tests/support/server/flows/seconds.ts'
import { as, withTwoFactor } from '../../../../../tests/support/server/flows/security.ts'
import { trade } from '../../../../../tests/support/server/flows/spot.ts'
import { trader } from '../../../../../tests/support/server/flows/trading.ts'
import { certify, setUserFields } from '../../../../../tests/support/server/flows/withdrawals.ts'
import {
  createTestServer,
  unusedPng,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

let deposits = 0

const read = async (who: Person) => (await server.call('user/first_steps', {}, as(who))).data
const stateOf = async (who: Person, step: string) => (await read(who)).steps.find((known) => known.step === step)?.state

async function deposit(who: Person, amount: string): Promise<void> {
  const screenshot = (await server.upload(who.token, unusedPng())).data.id
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount, screenshot }
  const headers = { 'idempotency-key': `first-steps-${++deposits}` }
  expect((await server.call('wallet/charge_req', payload, { token: who.token, headers })).type).toBe('ok')
}

it('lists the way back only to users who have registered with a name', async () => {
  const named = await server.person()
  const email = 'first.steps@example.org'
  const set = (change: { email: string } | { account: string }) =>
    server.context.db.updateTable('users').set(change).where('id', '=', id).execute()
  const { id } = (await server.call('user/info', {}, as(named))).data
  expect(await stateOf(named, 'recover')).toBe('open')
  await set({ email })
  expect(await stateOf(named, 'recover')).toBe('done')
  await set({ account: email })
  expect((await read(named)).steps.map(({ step }) => step)).toEqual(['secure', 'verify', 'fund', 'practise'])
})

it('is secured by a second factor', async () =>
  expect(await stateOf(await withTwoFactor(server), 'secure')).toBe('done'))

it('is verified once the review has ended', async () => {
  const who = await server.person()
  await setUserFields(server, who, { identity: 1 })
  expect(await stateOf(who, 'verify')).toBe('waiting')
  await certify(server, who)
  expect(await stateOf(who, 'verify')).toBe('done')
})

it('is funded by the first deposit that succeeds', async () => {
  const who = await server.person()
  await deposit(who, '60')
  expect(await stateOf(who, 'fund')).toBe('waiting')
  await server.clock.advance(60)
  expect(await stateOf(who, 'fund')).toBe('done')
})

it('is not funded by a deposit that fails', async () => {
  const who = await server.person()
  await deposit(who, '60')
  await server.context.db
    .updateTable('deposits')
    .set({ status: 3, reason: 'notReceived', finished: server.clock.now(), due: null })
    .where('user_id', '=', (await server.call('user/info', {}, as(who))).data.id)
    .execute()
  expect(await stateOf(who, 'fund')).toBe('open')
})

it.each<[string, (mode: 'real' | 'demo') => Promise<Person>]>([
  [
    'spot',
    async (mode) => {
      const who = await trader(server)
      await setUserFields(server, who, { mode })
      expect((await trade(server, who, { mode })).type).toBe('ok')
      return who
    },
  ],
  [
    'fixed-time',
    async (mode) => {
      const who = await secondsTrader(server)
      await setUserFields(server, who, { mode })
      expect((await buySeconds(server, who, undefined, { mode })).type).toBe('ok')
      return who
    },
  ],
  [
    'leveraged',
    async (mode) => {
      const who = await leverTrader(server)
      await setUserFields(server, who, { mode })
      if (mode === 'demo')
        await server.call(
          'wallet/transfer',
          { mode, from: 'coin', to: 'contract', currency: 'USDT', amount: '900' },
          { token: who.token, headers: { 'idempotency-key': 'first-steps-margin' } },
        )
      await opened(server, who, { mode })
      return who
    },
  ],
])('is practised by a %s trade of the demo account, not of the real one', async (_, order) => {
  expect(await stateOf(await order('real'), 'practise')).toBe('open')
  expect(await stateOf(await order('demo'), 'practise')).toBe('done')
})

it('stays dismissed, on every device', async () => {
  const who = await server.person()
  expect((await read(who)).dismissed).toBe(false)
  await server.call('user/first_steps_dismiss', {}, as(who))
  const { data } = await server.login(who.account, 'secret71')
  expect((await read({ ...who, token: data.token })).dismissed).toBe(true)
})
