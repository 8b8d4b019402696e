import { expect } from 'vitest'
import { statusIndex } from '../../../../src/product/domain/status.ts'
import { withoutHold } from '../flows/holds.ts'
import { refusedName } from '../flows/identity.ts'
import { buy, inCustody, priced, redeem, redeemQuote, saver } from '../flows/interest.ts'
import { as, setPayPassword } from '../flows/security.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const quote = async (server: TestServer, more: Record<string, unknown> = {}) =>
  server.call(
    'project/quote',
    { mode: 'real', project: 'monthly', currency: 'USDT', amount: '200', ...more },
    as(await saver(server)),
  )

/** An order of a product that cannot be redeemed early. */
const fixed = (server: TestServer, who: Awaited<ReturnType<typeof saver>>) =>
  inCustody(server, who, priced('yearly', '100'))

export const cases: Cases = {
  project: {
    ok: async (server) => server.call('project', {}, as(await saver(server))),
    inspect: ({ rows }) =>
      expect(rows[0]).toMatchObject({
        id: 'weekly',
        name: 'Weekly saver',
        currency: 'USDT',
        rate: '0.02',
        termRate: '0.14',
        days: 7,
        state: 'open',
        early: { cost: '0', interest: 'kept' },
      }),
    errors: {},
  },
  'project/detail': {
    ok: async (server) => server.call('project/detail', { id: 'weekly' }, as(await saver(server))),
    inspect({ project, starts, payments }) {
      expect([project.id, project.available, payments.length]).toEqual(['weekly', '1000', 7])
      expect(payments[6]).toEqual({ day: 7, time: starts + 7 * 86_400 })
    },
    errors: {
      pidRequired: async (server) => server.call('project/detail', { id: '' }, as(await saver(server))),
      projectEnded: async (server) => server.call('project/detail', { id: 'nothing' }, as(await saver(server))),
    },
  },
  'project/quote': {
    ok: (server) => quote(server),
    inspect: (data) =>
      expect(data).toMatchObject({
        amount: '200',
        daily: '0.07',
        total: '2.1',
        maturity: '202.1',
        days: 30,
        name: 'Monthly saver',
      }),
    errors: {
      pidRequired: async (server) =>
        server.call('project/quote', { mode: 'real', currency: 'USDT', amount: '200' }, as(await saver(server))),
      projectEnded: (server) => quote(server, { project: 'opening' }),
      projectStatusError: (server) => quote(server, { project: 'half-year' }),
      wrongCurrencyType: (server) => quote(server, { currency: 'BTC' }),
      amountError: (server) => quote(server, { amount: '200.001' }),
      minimumDeposit: (server) => quote(server, { amount: '199.99' }),
      amountAboveMaximum: (server) => quote(server, { amount: '50000.01' }),
    },
  },
  'project/order': {
    ok: async (server) => buy(server, await saver(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        name: 'Monthly saver',
        amount: '200',
        daily: '0.07',
        total: '2.1',
        earned: '0',
        settled: 0,
        status: 0,
        reason: null,
        started: null,
        finished: null,
      }),
    errors: {
      wrongPayPassword: async (server) => buy(server, await saver(server), { payProof: 'x'.repeat(43) }),
      async statusAbnormal(server) {
        const who = await saver(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await buy(server, who)
      },
      realNameRequired: async (server) => buy(server, await server.person()),
      async realNameFailed(server) {
        const who = await server.person()
        await refusedName(server, who)
        return await buy(server, who)
      },
      pidRequired: async (server) => buy(server, await saver(server), { project: '' }),
      projectEnded: async (server) => buy(server, await saver(server), { project: 'nothing' }),
      projectStatusError: async (server) => buy(server, await saver(server), { project: 'half-year' }),
      wrongCurrencyType: async (server) => buy(server, await saver(server), { currency: 'BTC' }),
      amountError: async (server) => buy(server, await saver(server), { daily: '0.08' }),
      quoteExpired: async (server) => buy(server, await saver(server), { terms: 'others' }),
      minimumDeposit: async (server) => buy(server, await saver(server), { amount: '199' }),
      amountAboveMaximum: async (server) => buy(server, await saver(server), { amount: '50001' }),
      insufficientWalletBalance: async (server) => buy(server, await saver(server), priced('monthly', '1000.01')),
      async accountFrozen(server) {
        const who = await saver(server)
        await setPayPassword(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await buy(server, who)
      },
      async userLocked(server) {
        const who = await saver(server)
        await setPayPassword(server, who)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await buy(server, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'project/summary': {
    async ok(server) {
      const who = await saver(server)
      await inCustody(server, who, {}, 3)
      await buy(server, who)
      return await server.call('project/summary', {}, as(who))
    },
    inspect: (data) =>
      expect(data).toEqual({
        mode: 'real',
        currency: 'USDT',
        custody: '400',
        yesterday: '0.07',
        earned: '0.21',
        interest: '0.21',
        costs: '0',
        orders: 2,
      }),
    errors: {},
  },
  'project/orders': {
    async ok(server) {
      const who = await saver(server)
      await inCustody(server, who)
      await buy(server, who, priced('weekly', '150'))
      return await server.call('project/orders', { status: statusIndex('interest', 'inCustody') }, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ amount, status }) => [amount, status]), next]).toEqual([[['200', 1]], null]),
    errors: {},
  },
  'project/order_detail': {
    async ok(server) {
      const who = await saver(server)
      return await server.call('project/order_detail', { id: await inCustody(server, who, {}, 2) }, as(who))
    },
    inspect({ order, days }) {
      expect(order).toMatchObject({ status: 1, settled: 2, earned: '0.14', profit: '0.14' })
      expect(days.map(({ day, time, amount }) => [day, time - (order.started ?? 0), amount])).toEqual([
        [2, 172_800, '0.07'],
        [1, 86_400, '0.07'],
      ])
    },
    errors: {
      async dataNotFound(server) {
        const id = await inCustody(server, await saver(server))
        return await server.call('project/order_detail', { id }, as(await saver(server)))
      },
    },
  },
  'project/redeem_quote': {
    async ok(server) {
      const who = await saver(server)
      return await redeemQuote(server, who, await inCustody(server, who, {}, 1))
    },
    inspect: (data) =>
      expect(data).toMatchObject({ amount: '200', earned: '0.07', cost: '1', forfeited: '0', back: '199' }),
    errors: {
      dataNotFound: async (server) =>
        redeemQuote(server, await saver(server), await inCustody(server, await saver(server))),
      async orderStatusError(server) {
        const who = await saver(server)
        return await redeemQuote(server, who, await inCustody(server, who, priced('weekly', '100'), 7))
      },
      async orderCannotBeCancelled(server) {
        const who = await saver(server)
        return await redeemQuote(server, who, await fixed(server, who))
      },
    },
  },
  'project/redeem': {
    async ok(server) {
      const who = await saver(server)
      return await redeem(server, who, await inCustody(server, who, priced('quarterly', '500'), 2))
    },
    inspect: (data) =>
      expect(data).toMatchObject({
        status: 3,
        reason: 'redeemed',
        earned: '0.5',
        cost: '5',
        forfeited: '0.5',
        profit: '-5',
        settled: 2,
      }),
    errors: {
      dataNotFound: async (server) => redeem(server, await saver(server), await inCustody(server, await saver(server))),
      async statusAbnormal(server) {
        const who = await saver(server)
        const id = await inCustody(server, who)
        await setUserFields(server, who, { mode: 'demo' })
        return await redeem(server, who, id)
      },
      async orderStatusError(server) {
        const who = await saver(server)
        const id = await inCustody(server, who)
        await redeem(server, who, id)
        return await redeem(server, who, id)
      },
      async orderCannotBeCancelled(server) {
        const who = await saver(server)
        return await redeem(server, who, await fixed(server, who))
      },
      async amountError(server) {
        const who = await saver(server)
        return await redeem(server, who, await inCustody(server, who), { cost: '0', back: '200' })
      },
      async deductionFailed(server) {
        const who = await saver(server)
        const id = await inCustody(server, who)
        return await withoutHold(server, 'interest_orders', id, () => redeem(server, who, id))
      },
      async accountFrozen(server) {
        const who = await saver(server)
        const id = await inCustody(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await redeem(server, who, id)
      },
      async userLocked(server) {
        const who = await saver(server)
        const id = await inCustody(server, who)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await redeem(server, who, id)
      },
    },
  },
}
