import { expect } from 'vitest'
import { withoutHold } from '../flows/holds.ts'
import { breakDeposit, DAY, deposit } from '../flows/finance.ts'
import { as, setPayPassword } from '../flows/security.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const quote = async (server: TestServer, more: Record<string, unknown> = {}, who?: Person) =>
  server.call(
    'lh/deposit/quote',
    { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100', ...more },
    as(who ?? (await server.person())),
  )

const credit = async (server: TestServer, who: Person, amount: bigint): Promise<void> => {
  const { id } = (await server.call('user/info', {}, as(who))).data
  await server.context.ledger.post({
    mode: 'real',
    reason: 'test',
    entries: [{ from: 'deposits', to: { owner: id, kind: 'coin' }, currency: 'USDT', amount }],
  })
}

/** A user with 4,000 of the 5,000 USDT that one user may have running for seven days. */
async function nearlyFull(server: TestServer): Promise<Person> {
  const who = await server.person()
  await credit(server, who, 1_000_000_000_000n)
  for (let at = 0; at < 2; at++) await deposit(server, who, { amount: '2000', interest: '1.4' })
  return who
}

/** Fills every place of the one-year product while `work` runs. */
async function full(server: TestServer, product: string, send: () => Promise<unknown>): Promise<void> {
  const productConfig = server.context.operator.server.fixedDeposits.find(({ id }) => id === product)
  if (!productConfig) throw new Error(`No product ${product}`)
  await deposit(server, await server.person(), { product, amount: '100', interest: '9.125' })
  const { participants } = productConfig
  productConfig.participants = 1
  try {
    await send()
  } finally {
    productConfig.participants = participants
  }
}

async function begun(server: TestServer): Promise<{ who: Person; id: string }> {
  const who = await server.person()
  return { who, id: (await deposit(server, who)).data.id }
}

const cancelQuote = (server: TestServer, who: Person, id: string) =>
  server.call('lh/deposit/cancel_quote', { id }, as(who))

export const cases: Cases = {
  'lh/deposit/config': {
    async ok(server) {
      const { who } = await begun(server)
      return await server.call('lh/deposit/config', { mode: 'real' }, as(who))
    },
    inspect({ products }) {
      expect(products.map(({ id }) => id)).toEqual(['usdt-7', 'usdt-30', 'usdt-90', 'usdt-365', 'btc-60'])
      expect(products[0]).toMatchObject({
        minimum: '10',
        single: '2000',
        maximum: '5000',
        yield: '0.01',
        termYield: '0.07',
        days: 7,
        breakFee: '0.5',
        participants: 5000,
        member: true,
        held: '100',
        available: '900',
      })
      expect(products[1]).toMatchObject({ member: false, held: '0' })
    },
    errors: {},
  },
  'lh/deposit/quote': {
    ok: (server) => quote(server),
    inspect: (data) =>
      expect(data).toMatchObject({
        amount: '100',
        yield: '0.01',
        termYield: '0.07',
        days: 7,
        daily: '0.01',
        interest: '0.07',
        back: '100.07',
        breakFee: '0.5',
      }),
    errors: {
      pidRequired: (server) => quote(server, { product: '' }),
      productNotFound: (server) => quote(server, { product: 'nothing' }),
      wrongCurrencyType: (server) => quote(server, { currency: 'BTC' }),
      amountError: (server) => quote(server, { amount: '100.001' }),
      minimumDeposit: (server) => quote(server, { amount: '9.99' }),
      orderAboveMaximum: (server) => quote(server, { amount: '2000.01' }),
      amountAboveMaximum: async (server) => quote(server, { amount: '1000.01' }, await nearlyFull(server)),
      async participantsFull(server) {
        let reply = await quote(server)
        await full(server, 'usdt-365', async () => (reply = await quote(server, { product: 'usdt-365' })))
        return reply
      },
    },
  },
  'lh/deposit': {
    ok: async (server) => deposit(server, await server.person()),
    inspect: (data) =>
      expect(data).toMatchObject({
        amount: '100',
        daily: '0.01',
        interest: '0.07',
        earned: '0',
        settled: 0,
        cost: '0',
        status: 0,
        next: data.time + DAY,
        ends: data.time + 7 * DAY,
        finished: null,
      }),
    errors: {
      wrongPayPassword: async (server) => deposit(server, await server.person(), { payProof: 'x'.repeat(43) }),
      async statusAbnormal(server) {
        const who = await server.person()
        await setUserFields(server, who, { mode: 'demo' })
        return await deposit(server, who)
      },
      pidRequired: async (server) => deposit(server, await server.person(), { product: '' }),
      productNotFound: async (server) => deposit(server, await server.person(), { product: 'nothing' }),
      wrongCurrencyType: async (server) => deposit(server, await server.person(), { currency: 'BTC' }),
      amountError: async (server) => deposit(server, await server.person(), { interest: '0.08' }),
      quoteExpired: async (server) => deposit(server, await server.person(), { terms: 'others' }),
      minimumDeposit: async (server) => deposit(server, await server.person(), { amount: '9', interest: '0' }),
      orderAboveMaximum: async (server) => deposit(server, await server.person(), { amount: '2001' }),
      amountAboveMaximum: async (server) =>
        deposit(server, await nearlyFull(server), { amount: '1001', interest: '0.7007' }),
      async participantsFull(server) {
        let reply = await deposit(server, await server.person())
        await full(
          server,
          'usdt-365',
          async () =>
            (reply = await deposit(server, await server.person(), { product: 'usdt-365', interest: '9.125' })),
        )
        return reply
      },
      insufficientWalletBalance: async (server) =>
        deposit(server, await server.person(), { amount: '1000.01', interest: '0.700007' }),
      async accountFrozen(server) {
        const who = await server.person()
        await setPayPassword(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await deposit(server, who)
      },
      async userLocked(server) {
        const who = await server.person()
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await deposit(server, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'lh/deposit/ordersum': {
    async ok(server) {
      const { who } = await begun(server)
      await server.clock.advance(3 * DAY)
      return await server.call('lh/deposit/ordersum', {}, as(who))
    },
    inspect: ({ rows }) =>
      expect(rows).toEqual([
        {
          currency: 'USDT',
          running: 1,
          principal: '100',
          earned: '0.03',
          interest: '0.03',
          costs: '0',
          expected: '0.04',
        },
      ]),
    errors: {},
  },
  'lh/deposit/order': {
    async ok(server) {
      const { who } = await begun(server)
      await server.clock.advance(7 * DAY)
      await deposit(server, who, { amount: '50', interest: '0.035' })
      return await server.call('lh/deposit/order', { mode: 'real' }, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ amount, status, earned }) => [amount, status, earned]), next]).toEqual([
        [
          ['50', 0, '0'],
          ['100', 1, '0.07'],
        ],
        null,
      ]),
    errors: {
      dataNotFound: async (server) =>
        server.call('lh/deposit/order', { id: (await begun(server)).id }, as(await server.person())),
    },
  },
  'lh/deposit/records': {
    async ok(server) {
      const { who, id } = await begun(server)
      await server.clock.advance(2 * DAY)
      return await server.call('lh/deposit/records', { order: id }, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ day, amount }) => [day, amount]), next]).toEqual([
        [
          [2, '0.01'],
          [1, '0.01'],
        ],
        null,
      ]),
    errors: {
      dataNotFound: async (server) =>
        server.call('lh/deposit/records', { order: (await begun(server)).id }, as(await server.person())),
    },
  },
  'lh/deposit/cancel_quote': {
    async ok(server) {
      const { who, id } = await begun(server)
      return await cancelQuote(server, who, id)
    },
    inspect: (data) =>
      expect(data).toMatchObject({
        amount: '100',
        breakFee: '0.5',
        cost: '0.5',
        back: '99.5',
        earned: '0',
        lost: '0.07',
      }),
    errors: {
      dataNotFound: async (server) => cancelQuote(server, await server.person(), (await begun(server)).id),
      async orderCannotBeCancelled(server) {
        const { who, id } = await begun(server)
        await server.clock.advance(7 * DAY)
        return await cancelQuote(server, who, id)
      },
    },
  },
  'lh/deposit/cancel': {
    async ok(server) {
      const { who, id } = await begun(server)
      return await breakDeposit(server, who, id)
    },
    inspect: (data) =>
      expect(data).toMatchObject({ status: 2, cost: '0.5', earned: '0', settled: 0, next: null, finished: data.time }),
    errors: {
      async statusAbnormal(server) {
        const { who, id } = await begun(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await breakDeposit(server, who, id)
      },
      dataNotFound: async (server) => breakDeposit(server, await server.person(), (await begun(server)).id),
      async orderCannotBeCancelled(server) {
        const { who, id } = await begun(server)
        await breakDeposit(server, who, id)
        return await breakDeposit(server, who, id)
      },
      async amountError(server) {
        const { who, id } = await begun(server)
        return await breakDeposit(server, who, id, { cost: '0.4', back: '99.6' })
      },
      async walletChangeAbnormal(server) {
        const { who, id } = await begun(server)
        return await withoutHold(server, 'fixed_orders', id, () => breakDeposit(server, who, id))
      },
      async accountFrozen(server) {
        const { who, id } = await begun(server)
        await setUserFields(server, who, { frozen: 1 })
        return await breakDeposit(server, who, id)
      },
      async userLocked(server) {
        const { who, id } = await begun(server)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await breakDeposit(server, who, id)
      },
    },
  },
}
