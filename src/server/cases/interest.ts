import { expect } from 'vitest'
import { statusIndex } from '../../core/status.ts'
import { unheld } from '../testing/holds.ts'
import { refusedName } from '../testing/identity.ts'
import { buy, inCustody, priced, redeem, redeemQuote, saver } from '../testing/interest.ts'
import { as, setPayPassword } from '../testing/security.ts'
import { mark } from '../testing/withdrawals.ts'
import type { World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const quote = async (world: World, more: Record<string, unknown> = {}) =>
  world.call('project/quote', { mode: 'real', project: 'monthly', currency: 'USDT', amount: '200', ...more }, as(await saver(world)))

/** An order of a product that cannot be redeemed early. */
const fixed = (world: World, who: Awaited<ReturnType<typeof saver>>) => inCustody(world, who, priced('yearly', '100'))

export const cases: Cases = {
  project: {
    ok: async (world) => world.call('project', {}, as(await saver(world))),
    look: ({ rows }) => expect(rows[0]).toMatchObject({ id: 'weekly', name: 'Weekly saver', currency: 'USDT', rate: '0.02', termRate: '0.14', days: 7, state: 'open', early: { cost: '0', interest: 'kept' } }),
    errors: {},
  },
  'project/detail': {
    ok: async (world) => world.call('project/detail', { id: 'weekly' }, as(await saver(world))),
    look({ project, starts, payments }) {
      expect([project.id, project.available, payments.length]).toEqual(['weekly', '1000', 7])
      expect(payments[6]).toEqual({ day: 7, time: starts + 7 * 86_400 })
    },
    errors: {
      pidRequired: async (world) => world.call('project/detail', { id: '' }, as(await saver(world))),
      projectEnded: async (world) => world.call('project/detail', { id: 'nothing' }, as(await saver(world))),
    },
  },
  'project/quote': {
    ok: (world) => quote(world),
    look: (data) => expect(data).toMatchObject({ amount: '200', daily: '0.07', total: '2.1', maturity: '202.1', days: 30, name: 'Monthly saver' }),
    errors: {
      pidRequired: async (world) => world.call('project/quote', { mode: 'real', currency: 'USDT', amount: '200' }, as(await saver(world))),
      projectEnded: (world) => quote(world, { project: 'opening' }),
      projectStatusError: (world) => quote(world, { project: 'half-year' }),
      wrongCurrencyType: (world) => quote(world, { currency: 'BTC' }),
      amountError: (world) => quote(world, { amount: '200.000000001' }),
      minimumDeposit: (world) => quote(world, { amount: '199.99' }),
      amountAboveMaximum: (world) => quote(world, { amount: '50000.01' }),
    },
  },
  'project/order': {
    ok: async (world) => buy(world, await saver(world)),
    look: (data) => expect(data).toMatchObject({ name: 'Monthly saver', amount: '200', daily: '0.07', total: '2.1', earned: '0', settled: 0, status: 0, reason: null, started: null, finished: null }),
    errors: {
      wrongPayPassword: async (world) => buy(world, await saver(world), { payProof: 'x'.repeat(43) }),
      async statusAbnormal(world) {
        const who = await saver(world)
        await mark(world, who, { mode: 'demo' })
        return await buy(world, who)
      },
      realNameRequired: async (world) => buy(world, await world.person()),
      async realNameFailed(world) {
        const who = await world.person()
        await refusedName(world, who)
        return await buy(world, who)
      },
      pidRequired: async (world) => buy(world, await saver(world), { project: '' }),
      projectEnded: async (world) => buy(world, await saver(world), { project: 'nothing' }),
      projectStatusError: async (world) => buy(world, await saver(world), { project: 'half-year' }),
      wrongCurrencyType: async (world) => buy(world, await saver(world), { currency: 'BTC' }),
      amountError: async (world) => buy(world, await saver(world), { daily: '0.08' }),
      minimumDeposit: async (world) => buy(world, await saver(world), { amount: '199' }),
      amountAboveMaximum: async (world) => buy(world, await saver(world), { amount: '50001' }),
      insufficientWalletBalance: async (world) => buy(world, await saver(world), priced('monthly', '1000.01')),
      async accountFrozen(world) {
        const who = await saver(world)
        await setPayPassword(world, who)
        await mark(world, who, { frozen: 1 })
        return await buy(world, who)
      },
      async userLocked(world) {
        const who = await saver(world)
        await setPayPassword(world, who)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await buy(world, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'project/summary': {
    async ok(world) {
      const who = await saver(world)
      await inCustody(world, who, {}, 3)
      await buy(world, who)
      return await world.call('project/summary', {}, as(who))
    },
    look: (data) => expect(data).toEqual({ mode: 'real', currency: 'USDT', custody: '400', yesterday: '0.07', earned: '0.21', orders: 2 }),
    errors: {},
  },
  'project/orders': {
    async ok(world) {
      const who = await saver(world)
      await inCustody(world, who)
      await buy(world, who, priced('weekly', '150'))
      return await world.call('project/orders', { status: statusIndex('interest', 'inCustody') }, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ amount, status }) => [amount, status]), next]).toEqual([[['200', 1]], null]),
    errors: {},
  },
  'project/order_detail': {
    async ok(world) {
      const who = await saver(world)
      return await world.call('project/order_detail', { id: await inCustody(world, who, {}, 2) }, as(who))
    },
    look({ order, days }) {
      expect(order).toMatchObject({ status: 1, settled: 2, earned: '0.14', profit: '0.14' })
      expect(days.map(({ day, time, amount }) => [day, time - (order.started ?? 0), amount])).toEqual([[2, 172_800, '0.07'], [1, 86_400, '0.07']])
    },
    errors: {
      async dataNotFound(world) {
        const id = await inCustody(world, await saver(world))
        return await world.call('project/order_detail', { id }, as(await saver(world)))
      },
    },
  },
  'project/redeem_quote': {
    async ok(world) {
      const who = await saver(world)
      return await redeemQuote(world, who, await inCustody(world, who, {}, 1))
    },
    look: (data) => expect(data).toMatchObject({ amount: '200', earned: '0.07', cost: '1', forfeited: '0', back: '199' }),
    errors: {
      dataNotFound: async (world) => redeemQuote(world, await saver(world), await inCustody(world, await saver(world))),
      async orderStatusError(world) {
        const who = await saver(world)
        return await redeemQuote(world, who, await inCustody(world, who, priced('weekly', '100'), 7))
      },
      async orderCannotBeCancelled(world) {
        const who = await saver(world)
        return await redeemQuote(world, who, await fixed(world, who))
      },
    },
  },
  'project/redeem': {
    async ok(world) {
      const who = await saver(world)
      return await redeem(world, who, await inCustody(world, who, priced('quarterly', '500'), 2))
    },
    look: (data) => expect(data).toMatchObject({ status: 3, reason: 'redeemed', earned: '0.5', cost: '5', forfeited: '0.5', profit: '-5', settled: 2 }),
    errors: {
      dataNotFound: async (world) => redeem(world, await saver(world), await inCustody(world, await saver(world))),
      async statusAbnormal(world) {
        const who = await saver(world)
        const id = await inCustody(world, who)
        await mark(world, who, { mode: 'demo' })
        return await redeem(world, who, id)
      },
      async orderStatusError(world) {
        const who = await saver(world)
        const id = await inCustody(world, who)
        await redeem(world, who, id)
        return await redeem(world, who, id)
      },
      async orderCannotBeCancelled(world) {
        const who = await saver(world)
        return await redeem(world, who, await fixed(world, who))
      },
      async amountError(world) {
        const who = await saver(world)
        return await redeem(world, who, await inCustody(world, who), { cost: '0', back: '200' })
      },
      async deductionFailed(world) {
        const who = await saver(world)
        const id = await inCustody(world, who)
        return await unheld(world, 'interest_orders', id, () => redeem(world, who, id))
      },
      async accountFrozen(world) {
        const who = await saver(world)
        const id = await inCustody(world, who)
        await mark(world, who, { frozen: 1 })
        return await redeem(world, who, id)
      },
      async userLocked(world) {
        const who = await saver(world)
        const id = await inCustody(world, who)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await redeem(world, who, id)
      },
    },
  },
}
