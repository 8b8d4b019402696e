import { expect } from 'vitest'
import { unheld } from '../testing/holds.ts'
import { breakDeposit, DAY, deposit } from '../testing/finance.ts'
import { as, setPayPassword } from '../testing/security.ts'
import { mark } from '../testing/withdrawals.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const quote = async (world: World, more: Record<string, unknown> = {}, who?: Person) =>
  world.call('lh/deposit/quote', { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100', ...more }, as(who ?? (await world.person())))

const credit = async (world: World, who: Person, amount: bigint): Promise<void> => {
  const { id } = (await world.call('user/info', {}, as(who))).data
  await world.context.ledger.post({ mode: 'real', reason: 'test', entries: [{ from: 'deposits', to: { owner: id, kind: 'coin' }, currency: 'USDT', amount }] })
}

/** Somebody who has 4 000 of the 5 000 USDT that one user may have running for seven days. */
async function nearlyFull(world: World): Promise<Person> {
  const who = await world.person()
  await credit(world, who, 1_000_000_000_000n)
  for (let at = 0; at < 2; at++) await deposit(world, who, { amount: '2000', interest: '1.4' })
  return who
}

/** All places of the product of a year are taken, and nobody notices but who wants one. */
async function full(world: World, product: string, send: () => Promise<unknown>): Promise<void> {
  const found = world.context.operator.server.fixedDeposits.find(({ id }) => id === product)
  if (!found) throw new Error(`No product ${product}`)
  await deposit(world, await world.person(), { product, amount: '100', interest: '9.125' })
  const { participants } = found
  found.participants = 1
  try {
    await send()
  } finally {
    found.participants = participants
  }
}

async function begun(world: World): Promise<{ who: Person; id: string }> {
  const who = await world.person()
  return { who, id: (await deposit(world, who)).data.id }
}

const cancelQuote = (world: World, who: Person, id: string) => world.call('lh/deposit/cancel_quote', { id }, as(who))

export const cases: Cases = {
  'lh/deposit/config': {
    async ok(world) {
      const { who } = await begun(world)
      return await world.call('lh/deposit/config', { mode: 'real' }, as(who))
    },
    look({ products }) {
      expect(products.map(({ id }) => id)).toEqual(['usdt-7', 'usdt-30', 'usdt-90', 'usdt-365', 'btc-60'])
      expect(products[0]).toMatchObject({ minimum: '10', single: '2000', maximum: '5000', yield: '0.01', termYield: '0.07', days: 7, breakFee: '0.5', participants: 5000, member: true, held: '100', available: '900' })
      expect(products[1]).toMatchObject({ member: false, held: '0' })
    },
    errors: {},
  },
  'lh/deposit/quote': {
    ok: (world) => quote(world),
    look: (data) => expect(data).toMatchObject({ amount: '100', yield: '0.01', termYield: '0.07', days: 7, daily: '0.01', interest: '0.07', back: '100.07', breakFee: '0.5' }),
    errors: {
      pidRequired: (world) => quote(world, { product: '' }),
      productNotFound: (world) => quote(world, { product: 'nothing' }),
      wrongCurrencyType: (world) => quote(world, { currency: 'BTC' }),
      amountError: (world) => quote(world, { amount: '100.000000001' }),
      minimumDeposit: (world) => quote(world, { amount: '9.99' }),
      orderAboveMaximum: (world) => quote(world, { amount: '2000.01' }),
      amountAboveMaximum: async (world) => quote(world, { amount: '1000.01' }, await nearlyFull(world)),
      async participantsFull(world) {
        let reply = await quote(world)
        await full(world, 'usdt-365', async () => (reply = await quote(world, { product: 'usdt-365' })))
        return reply
      },
    },
  },
  'lh/deposit': {
    ok: async (world) => deposit(world, await world.person()),
    look: (data) => expect(data).toMatchObject({ amount: '100', daily: '0.01', interest: '0.07', earned: '0', settled: 0, cost: '0', status: 0, next: data.time + DAY, ends: data.time + 7 * DAY, finished: null }),
    errors: {
      wrongPayPassword: async (world) => deposit(world, await world.person(), { payProof: 'x'.repeat(43) }),
      async statusAbnormal(world) {
        const who = await world.person()
        await mark(world, who, { mode: 'demo' })
        return await deposit(world, who)
      },
      pidRequired: async (world) => deposit(world, await world.person(), { product: '' }),
      productNotFound: async (world) => deposit(world, await world.person(), { product: 'nothing' }),
      wrongCurrencyType: async (world) => deposit(world, await world.person(), { currency: 'BTC' }),
      amountError: async (world) => deposit(world, await world.person(), { interest: '0.08' }),
      minimumDeposit: async (world) => deposit(world, await world.person(), { amount: '9', interest: '0' }),
      orderAboveMaximum: async (world) => deposit(world, await world.person(), { amount: '2001' }),
      amountAboveMaximum: async (world) => deposit(world, await nearlyFull(world), { amount: '1001', interest: '0.7007' }),
      async participantsFull(world) {
        let reply = await deposit(world, await world.person())
        await full(world, 'usdt-365', async () => (reply = await deposit(world, await world.person(), { product: 'usdt-365', interest: '9.125' })))
        return reply
      },
      insufficientWalletBalance: async (world) => deposit(world, await world.person(), { amount: '1000.00000001', interest: '0.7' }),
      async accountFrozen(world) {
        const who = await world.person()
        await setPayPassword(world, who)
        await mark(world, who, { frozen: 1 })
        return await deposit(world, who)
      },
      async userLocked(world) {
        const who = await world.person()
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await deposit(world, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'lh/deposit/ordersum': {
    async ok(world) {
      const { who } = await begun(world)
      await world.clock.advance(3 * DAY)
      return await world.call('lh/deposit/ordersum', {}, as(who))
    },
    look: ({ rows }) => expect(rows).toEqual([{ currency: 'USDT', running: 1, principal: '100', earned: '0.03', expected: '0.04' }]),
    errors: {},
  },
  'lh/deposit/order': {
    async ok(world) {
      const { who } = await begun(world)
      await world.clock.advance(7 * DAY)
      await deposit(world, who, { amount: '50', interest: '0.035' })
      return await world.call('lh/deposit/order', { mode: 'real' }, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ amount, status, earned }) => [amount, status, earned]), next]).toEqual([[['50', 0, '0'], ['100', 1, '0.07']], null]),
    errors: {
      dataNotFound: async (world) => world.call('lh/deposit/order', { id: (await begun(world)).id }, as(await world.person())),
    },
  },
  'lh/deposit/records': {
    async ok(world) {
      const { who, id } = await begun(world)
      await world.clock.advance(2 * DAY)
      return await world.call('lh/deposit/records', { order: id }, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ day, amount }) => [day, amount]), next]).toEqual([[[2, '0.01'], [1, '0.01']], null]),
    errors: {
      dataNotFound: async (world) => world.call('lh/deposit/records', { order: (await begun(world)).id }, as(await world.person())),
    },
  },
  'lh/deposit/cancel_quote': {
    async ok(world) {
      const { who, id } = await begun(world)
      return await cancelQuote(world, who, id)
    },
    look: (data) => expect(data).toMatchObject({ amount: '100', breakFee: '0.5', cost: '0.5', back: '99.5', earned: '0', lost: '0.07' }),
    errors: {
      dataNotFound: async (world) => cancelQuote(world, await world.person(), (await begun(world)).id),
      async orderCannotBeCancelled(world) {
        const { who, id } = await begun(world)
        await world.clock.advance(7 * DAY)
        return await cancelQuote(world, who, id)
      },
    },
  },
  'lh/deposit/cancel': {
    async ok(world) {
      const { who, id } = await begun(world)
      return await breakDeposit(world, who, id)
    },
    look: (data) => expect(data).toMatchObject({ status: 2, cost: '0.5', earned: '0', settled: 0, next: null, finished: data.time }),
    errors: {
      async statusAbnormal(world) {
        const { who, id } = await begun(world)
        await mark(world, who, { mode: 'demo' })
        return await breakDeposit(world, who, id)
      },
      dataNotFound: async (world) => breakDeposit(world, await world.person(), (await begun(world)).id),
      async orderCannotBeCancelled(world) {
        const { who, id } = await begun(world)
        await breakDeposit(world, who, id)
        return await breakDeposit(world, who, id)
      },
      async amountError(world) {
        const { who, id } = await begun(world)
        return await breakDeposit(world, who, id, { cost: '0.4', back: '99.6' })
      },
      async walletChangeAbnormal(world) {
        const { who, id } = await begun(world)
        return await unheld(world, 'fixed_orders', id, () => breakDeposit(world, who, id))
      },
      async accountFrozen(world) {
        const { who, id } = await begun(world)
        await mark(world, who, { frozen: 1 })
        return await breakDeposit(world, who, id)
      },
      async userLocked(world) {
        const { who, id } = await begun(world)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await breakDeposit(world, who, id)
      },
    },
  },
}
