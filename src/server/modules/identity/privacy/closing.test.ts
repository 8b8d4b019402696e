import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { empty, emptied } from '../../../../../tests/support/server/flows/closing.ts'
import { deposit, takeLoan } from '../../../../../tests/support/server/flows/finance.ts'
import { opened, trader as leverTrader, waiting } from '../../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../../tests/support/server/flows/seconds.ts'
import { as, payProof, steppedUp, stepUp } from '../../../../../tests/support/server/flows/security.ts'
import { away, btc, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { trader } from '../../../../../tests/support/server/flows/trading.ts'
import { cancel, withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'
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

const close = (who: Person) => steppedUp(server, who, 'user/close', {})
const info = async (who: Person) => (await server.call('user/close_info', {}, as(who))).data

const leftovers: [string, () => Promise<Person>][] = [
  [
    'positions',
    async () => {
      const who = await leverTrader(server)
      await opened(server, who)
      return who
    },
  ],
  [
    'leverOrders',
    async () => {
      const who = await leverTrader(server)
      await waiting(server, who)
      return who
    },
  ],
  [
    'spotOrders',
    async () => {
      const who = await trader(server)
      await trade(server, who, { kind: 'limit', price: away(btc(server).ask, -10) })
      return who
    },
  ],
  [
    'seconds',
    async () => {
      const who = await secondsTrader(server)
      await buySeconds(server, who)
      return who
    },
  ],
  [
    'withdrawals',
    async () => {
      const who = await withdrawer(server)
      await withdraw(server, who)
      return who
    },
  ],
  [
    'loans',
    async () => {
      const who = await withdrawer(server)
      await takeLoan(server, who)
      return who
    },
  ],
  [
    'fixed',
    async () => {
      const who = await server.person()
      await deposit(server, who)
      return who
    },
  ],
]

describe('the closing of an account', () => {
  it.each(leftovers)('is refused while there are %s, which user/close_info names', async (kind, begin) => {
    const who = await begin()
    await empty(server, who)
    expect((await info(who)).open).toEqual([{ kind, count: 1 }])
    expect((await close(who)).code).toBe('accountNotEmpty')
  })

  it('is refused while money is left, and accepted for less than can be withdrawn', async () => {
    const who = await server.person()
    expect(await info(who)).toMatchObject({ worth: '1000', open: [], mayClose: false })
    expect((await close(who)).code).toBe('accountNotEmpty')
    await empty(server, who)
    expect(await info(who)).toMatchObject({ balances: [], mayClose: true })
    expect((await close(who)).type).toBe('ok')
  })

  it('ends all sessions, and the next login says so', async () => {
    const who = await emptied(server)
    const other = (await server.login(who.account, 'secret71')).data.token
    const time = server.clock.now()
    expect((await close(who)).type).toBe('ok')
    for (const token of [who.token, other])
      expect((await server.call('user/info', {}, { token })).code).toBe('sessionExpired')
    expect(await server.login(who.account, 'secret71')).toMatchObject({ code: 'accountClosed', params: { time } })
    expect((await server.login(who.account, 'wrong-one')).code).toBe('wrongPassword')
  })

  it('and a withdrawal at the same time: the withdrawal succeeds', async () => {
    const who = await withdrawer(server)
    const payProofOf = await payProof(server, who, 'wallet/out')
    const stepUpOfPayee = await stepUp(server, who, 'wallet/out', who.payee)
    const stepUpProof = await stepUp(server, who, 'user/close')
    const [closed, paid] = await Promise.all([
      server.call('user/close', { stepUpProof }, as(who)),
      withdraw(server, who, { payProof: payProofOf, stepUpProof: stepUpOfPayee }),
    ])
    expect([closed.code, paid.code]).toEqual(['accountNotEmpty', 'withdrawalRequested'])
  })

  it.each([
    ['before', true],
    ['after', false],
  ])('and a deposit that is sent right %s it: one succeeds', async (_, depositFirst) => {
    const who = await emptied(server)
    const stepUpProof = await stepUp(server, who, 'user/close')
    const screenshot = (await server.upload(who.token, unusedPng())).data.id
    const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '60', screenshot }
    const sends = [
      () => server.call('wallet/charge_req', payload, as(who)),
      () => server.call('user/close', { stepUpProof }, as(who)),
    ]
    const replies = await Promise.all((depositFirst ? sends : sends.toReversed()).map((send) => send()))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    const refused = replies.find(({ type }) => type !== 'ok')
    expect(['accountNotEmpty', 'sessionExpired', 'userLocked']).toContain(refused?.code)
  })

  it('succeeds once a withdrawal is cancelled and the money is gone', async () => {
    const who = await withdrawer(server)
    const { data } = await withdraw(server, who)
    expect((await close(who)).code).toBe('accountNotEmpty')
    await cancel(server, who, data.id)
    await empty(server, who)
    expect((await close(who)).type).toBe('ok')
    expect((await withdraw(server, who, { payProof: 'x', stepUpProof: 'x' })).code).toBe('sessionExpired')
  })
})
