import { expect } from 'vitest'
import { borrow, borrower, DAY, lent, repay } from '../testing/finance.ts'
import { refusedName } from '../testing/identity.ts'
import { as, setPayPassword } from '../testing/security.ts'
import { mark } from '../testing/withdrawals.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const quote = async (world: World, more: Record<string, unknown> = {}) =>
  world.call('lh/loan/quote', { mode: 'real', currency: 'USDT', amount: '100', days: 7, ...more }, as(await world.person()))

async function paid(world: World): Promise<{ who: Person; id: string }> {
  const who = await borrower(world)
  return { who, id: await lent(world, who) }
}

const repayQuote = (world: World, { who, id }: { who: Person; id: string }, more: Record<string, unknown> = {}) =>
  world.call('lh/loan/repay_quote', { id, currency: 'USDT', ...more }, as(who))

const lock = (world: World, { account }: Person) => world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()

export const cases: Cases = {
  'lh/loan/config': {
    async ok(world) {
      const who = await borrower(world)
      await borrow(world, who)
      return await world.call('lh/loan/config', { mode: 'demo' }, as(who))
    },
    look: (data) =>
      expect(data).toEqual({
        currency: 'USDT', minimum: '50', maximum: '5000', step: '0.00000001', rate: '0.05', fee: '1', overdueRate: '0.15', leastRepayment: '10',
        terms: [{ days: 7, rate: '0.35' }, { days: 15, rate: '0.75' }, { days: 30, rate: '1.5' }, { days: 90, rate: '4.5' }], reasons: ['demoForbids', 'alreadyApplied'],
      }),
    errors: {},
  },
  'lh/loan/quote': {
    ok: (world) => quote(world),
    look: (data) => expect(data).toEqual({ mode: 'real', currency: 'USDT', amount: '100', days: 7, fee: '1', net: '99', rate: '0.05', daily: '0.05', interest: '0.35', total: '100.35' }),
    errors: {
      productNotFound: (world) => quote(world, { days: 8 }),
      wrongCurrencyType: (world) => quote(world, { currency: 'BTC' }),
      amountError: (world) => quote(world, { amount: '100.000000001' }),
      amountBelowMinimum: (world) => quote(world, { amount: '49.99' }),
      amountAboveMaximum: (world) => quote(world, { amount: '5000.01' }),
    },
  },
  'lh/loan/submit': {
    ok: async (world) => borrow(world, await borrower(world)),
    look: (data) => expect(data).toMatchObject({ amount: '100', fee: '1', net: '99', days: 7, principal: '0', owed: '0', status: 0, reason: null, paid: null, ends: null, next: null, finished: null }),
    errors: {
      wrongPayPassword: async (world) => borrow(world, await borrower(world), { payProof: 'x'.repeat(43) }),
      async demoForbids(world) {
        const who = await borrower(world)
        await mark(world, who, { mode: 'demo' })
        return await borrow(world, who, { mode: 'demo' })
      },
      async statusAbnormal(world) {
        const who = await borrower(world)
        await mark(world, who, { mode: 'demo' })
        return await borrow(world, who)
      },
      realNameRequired: async (world) => borrow(world, await world.person()),
      async realNameFailed(world) {
        const who = await world.person()
        await refusedName(world, who)
        return await borrow(world, who)
      },
      alreadyApplied: async (world) => borrow(world, (await paid(world)).who),
      productNotFound: async (world) => borrow(world, await borrower(world), { days: 8 }),
      wrongCurrencyType: async (world) => borrow(world, await borrower(world), { currency: 'BTC' }),
      amountError: async (world) => borrow(world, await borrower(world), { fee: '0', net: '100' }),
      amountBelowMinimum: async (world) => borrow(world, await borrower(world), { amount: '49' }),
      amountAboveMaximum: async (world) => borrow(world, await borrower(world), { amount: '5001' }),
      async accountFrozen(world) {
        const who = await borrower(world)
        await setPayPassword(world, who)
        await mark(world, who, { frozen: 1 })
        return await borrow(world, who)
      },
      async userLocked(world) {
        const who = await borrower(world)
        await lock(world, who)
        return await borrow(world, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'lh/loan/order': {
    async ok(world) {
      const { who, id } = await paid(world)
      await repay(world, who, id)
      await borrow(world, who, { amount: '60.13', fee: '0.6013', net: '59.5287', interest: '0.210455' })
      await world.clock.advance(20)
      return await world.call('lh/loan/order', {}, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ amount, status, reason, repaid }) => [amount, status, reason, repaid]), next]).toEqual([[['60.13', 4, 'incomeUnclear', '0'], ['100', 3, null, '100.05']], null]),
    errors: { dataNotFound: async (world) => world.call('lh/loan/order', { id: (await paid(world)).id }, as(await world.person())) },
  },
  'lh/loan/statistics': {
    async ok(world) {
      const { who, id } = await paid(world)
      await repay(world, who, id, '50.05')
      await world.clock.advance(7 * DAY)
      return await world.call('lh/loan/statistics', {}, as(who))
    },
    look: (data) => expect(data).toEqual({ currency: 'USDT', borrowed: '100', repaid: '50.05', outstanding: '50.225', interest: '0.275', overdue: '50.225', loans: 1 }),
    errors: {},
  },
  'lh/loan/repayments': {
    async ok(world) {
      const { who, id } = await paid(world)
      await repay(world, who, id, '20')
      await repay(world, who, id)
      return await world.call('lh/loan/repayments', { id }, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ amount, interest, principal }) => [amount, interest, principal]), next]).toEqual([[['80.05', '0', '80.05'], ['20', '0.05', '19.95']], null]),
    errors: { dataNotFound: async (world) => world.call('lh/loan/repayments', { id: (await paid(world)).id }, as(await world.person())) },
  },
  'lh/loan/repay_quote': {
    ok: async (world) => repayQuote(world, await paid(world), { amount: '20' }),
    look: (data) => expect(data).toMatchObject({ amount: '20', interest: '0.05', principal: '19.95', left: '80.05' }),
    errors: {
      dataNotFound: async (world) => repayQuote(world, { who: await world.person(), id: (await paid(world)).id }),
      async orderStatusError(world) {
        const who = await borrower(world)
        return await repayQuote(world, { who, id: (await borrow(world, who)).data.id })
      },
      wrongCurrencyType: async (world) => repayQuote(world, await paid(world), { currency: 'BTC' }),
      amountError: async (world) => repayQuote(world, await paid(world), { amount: '0' }),
      amountBelowMinimum: async (world) => repayQuote(world, await paid(world), { amount: '9.99' }),
      amountAboveMaximum: async (world) => repayQuote(world, await paid(world), { amount: '100.06' }),
    },
  },
  'lh/loan/repayment': {
    async ok(world) {
      const { who, id } = await paid(world)
      return await repay(world, who, id, '20')
    },
    look: (data) => expect(data).toMatchObject({ status: 1, principal: '80.05', interest: '0', owed: '80.05', repaid: '20', charged: '0.05', late: '0', charges: 1 }),
    errors: {
      async wrongPayPassword(world) {
        const { who, id } = await paid(world)
        return await repay(world, who, id, null, { payProof: 'x'.repeat(43) })
      },
      async demoForbids(world) {
        const { who, id } = await paid(world)
        await mark(world, who, { mode: 'demo' })
        return await repay(world, who, id, null, { mode: 'demo' })
      },
      async statusAbnormal(world) {
        const { who, id } = await paid(world)
        await mark(world, who, { mode: 'demo' })
        return await repay(world, who, id)
      },
      dataNotFound: async (world) => repay(world, await borrower(world), (await paid(world)).id, '20'),
      async orderStatusError(world) {
        const { who, id } = await paid(world)
        await repay(world, who, id)
        return await repay(world, who, id, '20')
      },
      async wrongCurrencyType(world) {
        const { who, id } = await paid(world)
        return await repay(world, who, id, '20', { currency: 'BTC' })
      },
      async amountError(world) {
        const { who, id } = await paid(world)
        return await repay(world, who, id, '20', { interest: '0', principal: '20' })
      },
      async amountBelowMinimum(world) {
        const { who, id } = await paid(world)
        return await repay(world, who, id, '20', { amount: '9' })
      },
      async amountAboveMaximum(world) {
        const { who, id } = await paid(world)
        return await repay(world, who, id, '20', { amount: '101' })
      },
      async insufficientWalletBalance(world) {
        const { who, id } = await paid(world)
        const owner = (await world.call('user/info', {}, as(who))).data.id
        const { available } = await world.context.ledger.balance(owner, 'real', 'coin', 'USDT')
        await world.context.ledger.post({ mode: 'real', reason: 'test', entries: [{ from: { owner, kind: 'coin' }, to: 'withdrawals', currency: 'USDT', amount: available - 1n }] })
        return await repay(world, who, id)
      },
      async accountFrozen(world) {
        const { who, id } = await paid(world)
        await setPayPassword(world, who)
        await mark(world, who, { frozen: 1 })
        return await repay(world, who, id)
      },
      async userLocked(world) {
        const { who, id } = await paid(world)
        await lock(world, who)
        return await repay(world, who, id, null, { payProof: 'x'.repeat(43) })
      },
    },
  },
}
