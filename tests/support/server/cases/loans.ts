import { expect } from 'vitest'
import { borrow, borrower, DAY, takeLoan, repay } from '../flows/finance.ts'
import { refusedName } from '../flows/identity.ts'
import { riskTestErrors } from '../flows/riskTest.ts'
import { as, setPayPassword } from '../flows/security.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const quote = async (server: TestServer, more: Record<string, unknown> = {}) =>
  server.call(
    'lh/loan/quote',
    { mode: 'real', currency: 'USDT', amount: '100', days: 7, ...more },
    as(await server.person()),
  )

async function paid(server: TestServer): Promise<{ who: Person; id: string }> {
  const who = await borrower(server)
  return { who, id: await takeLoan(server, who) }
}

const repayQuote = (server: TestServer, { who, id }: { who: Person; id: string }, more: Record<string, unknown> = {}) =>
  server.call('lh/loan/repay_quote', { id, currency: 'USDT', ...more }, as(who))

const lock = (server: TestServer, { account }: Person) =>
  server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()

export const cases: Cases = {
  'lh/loan/config': {
    async ok(server) {
      const who = await borrower(server)
      await borrow(server, who)
      return await server.call('lh/loan/config', { mode: 'demo' }, as(who))
    },
    inspect: (data) =>
      expect(data).toEqual({
        currency: 'USDT',
        minimum: '50',
        maximum: '5000',
        step: '0.01',
        rate: '0.05',
        fee: '1',
        overdueRate: '0.15',
        leastRepayment: '10',
        terms: [
          { days: 7, rate: '0.35', yearly: '71.11' },
          { days: 15, rate: '0.75', yearly: '43.02' },
          { days: 30, rate: '1.5', yearly: '30.73' },
          { days: 90, rate: '4.5', yearly: '22.54' },
        ],
        reasons: ['demoForbids', 'alreadyApplied'],
      }),
    errors: {},
  },
  'lh/loan/quote': {
    ok: (server) => quote(server),
    inspect: (data) =>
      expect(data).toEqual({
        mode: 'real',
        currency: 'USDT',
        amount: '100',
        days: 7,
        fee: '1',
        net: '99',
        rate: '0.05',
        daily: '0.05',
        interest: '0.35',
        total: '100.35',
        yearly: '71.11',
        overdueRate: '0.15',
        due: expect.any(Number),
        agreement: expect.any(String),
        terms: expect.any(String),
        lasts: 60,
      }),
    errors: {
      productNotFound: (server) => quote(server, { days: 8 }),
      wrongCurrencyType: (server) => quote(server, { currency: 'BTC' }),
      amountError: (server) => quote(server, { amount: '100.001' }),
      amountBelowMinimum: (server) => quote(server, { amount: '49.99' }),
      amountAboveMaximum: (server) => quote(server, { amount: '5000.01' }),
    },
  },
  'lh/loan/submit': {
    ok: async (server) => borrow(server, await borrower(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        amount: '100',
        fee: '1',
        net: '99',
        days: 7,
        principal: '0',
        owed: '0',
        status: 0,
        reason: null,
        paid: null,
        ends: null,
        next: null,
        finished: null,
      }),
    errors: {
      wrongPayPassword: async (server) => borrow(server, await borrower(server), { payProof: 'x'.repeat(43) }),
      async demoForbids(server) {
        const who = await borrower(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await borrow(server, who, { mode: 'demo' })
      },
      async statusAbnormal(server) {
        const who = await borrower(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await borrow(server, who)
      },
      ...riskTestErrors(borrower, borrow),
      realNameRequired: async (server) => borrow(server, await server.person()),
      async realNameFailed(server) {
        const who = await server.person()
        await refusedName(server, who)
        return await borrow(server, who)
      },
      alreadyApplied: async (server) => borrow(server, (await paid(server)).who),
      productNotFound: async (server) => borrow(server, await borrower(server), { days: 8 }),
      wrongCurrencyType: async (server) => borrow(server, await borrower(server), { currency: 'BTC' }),
      amountError: async (server) => borrow(server, await borrower(server), { fee: '0', net: '100' }),
      quoteExpired: async (server) => borrow(server, await borrower(server), { terms: 'others' }),
      amountBelowMinimum: async (server) => borrow(server, await borrower(server), { amount: '49' }),
      amountAboveMaximum: async (server) => borrow(server, await borrower(server), { amount: '5001' }),
      async accountFrozen(server) {
        const who = await borrower(server)
        await setPayPassword(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await borrow(server, who)
      },
      async userLocked(server) {
        const who = await borrower(server)
        await lock(server, who)
        return await borrow(server, who, { payProof: 'x'.repeat(43) })
      },
    },
  },
  'lh/loan/order': {
    async ok(server) {
      const { who, id } = await paid(server)
      await repay(server, who, id)
      await borrow(server, who, { amount: '60.13', fee: '0.6013', net: '59.5287', interest: '0.210455' })
      await server.clock.advance(20)
      return await server.call('lh/loan/order', {}, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ amount, status, reason, repaid }) => [amount, status, reason, repaid]), next]).toEqual([
        [
          ['60.13', 4, 'incomeUnclear', '0'],
          ['100', 3, null, '100.05'],
        ],
        null,
      ]),
    errors: {
      dataNotFound: async (server) =>
        server.call('lh/loan/order', { id: (await paid(server)).id }, as(await server.person())),
    },
  },
  'lh/loan/statistics': {
    async ok(server) {
      const { who, id } = await paid(server)
      await repay(server, who, id, '50.05')
      await server.clock.advance(7 * DAY)
      return await server.call('lh/loan/statistics', {}, as(who))
    },
    inspect: (data) =>
      expect(data).toEqual({
        currency: 'USDT',
        borrowed: '100',
        repaid: '50.05',
        outstanding: '50.225',
        interest: '0.275',
        overdue: '50.225',
        loans: 1,
      }),
    errors: {},
  },
  'lh/loan/repayments': {
    async ok(server) {
      const { who, id } = await paid(server)
      await repay(server, who, id, '20')
      await repay(server, who, id)
      return await server.call('lh/loan/repayments', { id }, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ amount, interest, principal }) => [amount, interest, principal]), next]).toEqual([
        [
          ['80.05', '0', '80.05'],
          ['20', '0.05', '19.95'],
        ],
        null,
      ]),
    errors: {
      dataNotFound: async (server) =>
        server.call('lh/loan/repayments', { id: (await paid(server)).id }, as(await server.person())),
    },
  },
  'lh/loan/repay_quote': {
    ok: async (server) => repayQuote(server, await paid(server), { amount: '20' }),
    inspect: (data) =>
      expect(data).toMatchObject({ amount: '20', interest: '0.05', principal: '19.95', left: '80.05' }),
    errors: {
      dataNotFound: async (server) => repayQuote(server, { who: await server.person(), id: (await paid(server)).id }),
      async orderStatusError(server) {
        const who = await borrower(server)
        return await repayQuote(server, { who, id: (await borrow(server, who)).data.id })
      },
      wrongCurrencyType: async (server) => repayQuote(server, await paid(server), { currency: 'BTC' }),
      amountError: async (server) => repayQuote(server, await paid(server), { amount: '0' }),
      amountBelowMinimum: async (server) => repayQuote(server, await paid(server), { amount: '9.99' }),
      amountAboveMaximum: async (server) => repayQuote(server, await paid(server), { amount: '100.06' }),
    },
  },
  'lh/loan/repayment': {
    async ok(server) {
      const { who, id } = await paid(server)
      return await repay(server, who, id, '20')
    },
    inspect: (data) =>
      expect(data).toMatchObject({
        status: 1,
        principal: '80.05',
        interest: '0',
        owed: '80.05',
        repaid: '20',
        charged: '0.05',
        late: '0',
        charges: 1,
      }),
    errors: {
      async wrongPayPassword(server) {
        const { who, id } = await paid(server)
        return await repay(server, who, id, null, { payProof: 'x'.repeat(43) })
      },
      async demoForbids(server) {
        const { who, id } = await paid(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await repay(server, who, id, null, { mode: 'demo' })
      },
      async statusAbnormal(server) {
        const { who, id } = await paid(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await repay(server, who, id)
      },
      dataNotFound: async (server) => repay(server, await borrower(server), (await paid(server)).id, '20'),
      async orderStatusError(server) {
        const { who, id } = await paid(server)
        await repay(server, who, id)
        return await repay(server, who, id, '20')
      },
      async wrongCurrencyType(server) {
        const { who, id } = await paid(server)
        return await repay(server, who, id, '20', { currency: 'BTC' })
      },
      async amountError(server) {
        const { who, id } = await paid(server)
        return await repay(server, who, id, '20', { interest: '0', principal: '20' })
      },
      async amountBelowMinimum(server) {
        const { who, id } = await paid(server)
        return await repay(server, who, id, '20', { amount: '9' })
      },
      async amountAboveMaximum(server) {
        const { who, id } = await paid(server)
        return await repay(server, who, id, '20', { amount: '101' })
      },
      async insufficientWalletBalance(server) {
        const { who, id } = await paid(server)
        const owner = (await server.call('user/info', {}, as(who))).data.id
        const { available } = await server.context.ledger.balance(owner, 'real', 'coin', 'USDT')
        await server.context.ledger.post({
          mode: 'real',
          reason: 'test',
          entries: [{ from: { owner, kind: 'coin' }, to: 'withdrawals', currency: 'USDT', amount: available - 1n }],
        })
        return await repay(server, who, id)
      },
      async accountFrozen(server) {
        const { who, id } = await paid(server)
        await setPayPassword(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await repay(server, who, id)
      },
      async userLocked(server) {
        const { who, id } = await paid(server)
        await lock(server, who)
        return await repay(server, who, id, null, { payProof: 'x'.repeat(43) })
      },
    },
  },
}
