import { expect } from 'vitest'
import { unheld } from '../testing/holds.ts'
import { DAY, deposit, lent } from '../testing/finance.ts'
import { refusedName } from '../testing/identity.ts'
import { as, setPayPassword } from '../testing/security.ts'
import { bindPayee, cancel, certify, deposited, leverage, mark, withdraw, withdrawer, type Withdrawer } from '../testing/withdrawals.ts'
import { png, type World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const quote = (world: World, who: Withdrawer, more: Record<string, unknown> = {}) =>
  world.call('wallet/out_quote', { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100', ...more }, as(who))

export const cases: Cases = {
  'wallet/out_info': {
    async ok(world) {
      const who = await withdrawer(world)
      await bindPayee(world, who, { kind: 'card', number: '4242424242424242', holder: 'Ann Reader', bank: 'First Bank', currency: null, network: null, address: null })
      return await world.call('wallet/out_info', { mode: 'real' }, as(who))
    },
    look({ ways, turnover, reasons }) {
      expect(ways.map(({ kind, currency, available, fee }) => [kind, currency, available, fee])).toEqual(
        expect.arrayContaining([['address', 'USDT', '1000', '1'], ['card', 'USDT', '1000', '3'], ['card', 'USD', '0', '3']]),
      )
      expect(turnover).toEqual({ made: '0', required: '0', percent: 100 })
      expect(reasons).toEqual([])
    },
    errors: {},
  },
  'wallet/out_quote': {
    ok: async (world) => quote(world, await withdrawer(world)),
    look: (data) => expect(data).toMatchObject({ currency: 'USDT', amount: '100', fee: '1', net: '99' }),
    errors: {
      dataNotFound: async (world) => quote(world, await withdrawer(world), { payee: (await withdrawer(world)).payee }),
      wrongCurrencyType: async (world) => quote(world, await withdrawer(world), { currency: 'BTC' }),
      amountError: async (world) => quote(world, await withdrawer(world), { amount: '100.000000001' }),
      amountBelowMinimum: async (world) => quote(world, await withdrawer(world), { amount: '9.99' }),
      amountAboveMaximum: async (world) => quote(world, await withdrawer(world), { amount: '50000.01' }),
    },
  },
  'wallet/out': {
    ok: async (world) => withdraw(world, await withdrawer(world)),
    look: (data) => expect(data).toMatchObject({ kind: 'address', network: 'TRC20', amount: '100', fee: '1', net: '99', status: 0, reason: null, reviewed: null, finished: null }),
    errors: {
      wrongPayPassword: async (world) => withdraw(world, await withdrawer(world), { payProof: 'x'.repeat(43) }),
      async demoForbids(world) {
        const who = await withdrawer(world)
        await mark(world, who, { mode: 'demo' })
        return await withdraw(world, who, { mode: 'demo' })
      },
      async statusAbnormal(world) {
        const who = await withdrawer(world)
        await mark(world, who, { mode: 'demo' })
        return await withdraw(world, who)
      },
      async realNameRequired(world) {
        const person = await world.person()
        return await withdraw(world, { ...person, payee: await bindPayee(world, person) })
      },
      async realNameFailed(world) {
        const person = await world.person()
        await refusedName(world, person)
        return await withdraw(world, { ...person, payee: await bindPayee(world, person) })
      },
      async noWithdrawalAddress(world) {
        const person = await world.person()
        await certify(world, person)
        return await withdraw(world, { ...person, payee: 'nothing' })
      },
      async withdrawalPending(world) {
        const who = await withdrawer(world)
        await withdraw(world, who)
        return await withdraw(world, who)
      },
      async openPositionsForbid(world) {
        const who = await withdrawer(world)
        await leverage(world, who)
        return await withdraw(world, who)
      },
      async loanOverdue(world) {
        const who = await withdrawer(world)
        await lent(world, who)
        await world.clock.advance(7 * DAY)
        return await withdraw(world, who)
      },
      async insufficientTurnover(world) {
        const who = await withdrawer(world)
        await deposited(world, who, '50', png(800_001))
        return await withdraw(world, who)
      },
      dataNotFound: async (world) => withdraw(world, await withdrawer(world), { payee: (await withdrawer(world)).payee }),
      wrongCurrencyType: async (world) => withdraw(world, await withdrawer(world), { currency: 'BTC', amount: '0.01', fee: '0.0002', net: '0.0098' }),
      amountError: async (world) => withdraw(world, await withdrawer(world), { fee: '0', net: '100' }),
      amountBelowMinimum: async (world) => withdraw(world, await withdrawer(world), { amount: '9', net: '8' }),
      amountAboveMaximum: async (world) => withdraw(world, await withdrawer(world), { amount: '50001', net: '50000' }),
      withdrawalExceedsHoldings: async (world) => withdraw(world, await withdrawer(world), { amount: '1000.00000001', net: '999.00000001' }),
      async insufficientBalance(world) {
        const who = await withdrawer(world)
        await deposit(world, who)
        return await withdraw(world, who, { amount: '1000', net: '999' })
      },
      async accountFrozen(world) {
        const who = await withdrawer(world)
        await setPayPassword(world, who)
        await mark(world, who, { frozen: 1 })
        return await withdraw(world, who)
      },
      async userLocked(world) {
        const who = await withdrawer(world)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        const payload = { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100', fee: '1', net: '99', payProof: 'x'.repeat(43) }
        return await world.call('wallet/out', payload, { token: who.token, headers: { 'idempotency-key': 'withdrawal-locked' } })
      },
    },
  },
  'wallet/cancel': {
    async ok(world) {
      const who = await withdrawer(world)
      return await cancel(world, who, (await withdraw(world, who)).data.id)
    },
    look: (data) => expect(data).toMatchObject({ amount: '100', status: 3, reason: 'cancelled', reviewed: null }),
    errors: {
      async dataNotFound(world) {
        const who = await withdrawer(world)
        return await cancel(world, await withdrawer(world), (await withdraw(world, who)).data.id)
      },
      async unauthorizedOperation(world) {
        const who = await withdrawer(world)
        const { data } = await withdraw(world, who)
        await mark(world, who, { mode: 'demo' })
        return await cancel(world, who, data.id, { mode: 'demo' })
      },
      async statusAbnormal(world) {
        const who = await withdrawer(world)
        const { data } = await withdraw(world, who)
        await mark(world, who, { mode: 'demo' })
        return await cancel(world, who, data.id)
      },
      async orderCannotBeCancelled(world) {
        const who = await withdrawer(world)
        const { data } = await withdraw(world, who)
        await world.clock.advance(20)
        return await cancel(world, who, data.id)
      },
      async amountError(world) {
        const who = await withdrawer(world)
        return await cancel(world, who, (await withdraw(world, who)).data.id, { amount: '99' })
      },
      async frozenBalanceZero(world) {
        const who = await withdrawer(world)
        const { id } = (await withdraw(world, who)).data
        return await unheld(world, 'withdrawals', id, () => cancel(world, who, id))
      },
      async accountFrozen(world) {
        const who = await withdrawer(world)
        const { data } = await withdraw(world, who)
        await mark(world, who, { frozen: 1 })
        return await cancel(world, who, data.id)
      },
      async userLocked(world) {
        const who = await withdrawer(world)
        const { data } = await withdraw(world, who)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await cancel(world, who, data.id)
      },
    },
  },
  'cashlist/log': {
    async ok(world) {
      const who = await withdrawer(world)
      await withdraw(world, who, { amount: '20', net: '19' })
      await world.clock.advance(40)
      await withdraw(world, who, { amount: '30', net: '29' })
      return await world.call('cashlist/log', { currency: 'USDT' }, as(who))
    },
    look: ({ rows, next }) => expect([rows.map(({ amount, status }) => [amount, status]), next]).toEqual([[['30', 0], ['20', 2]], null]),
    errors: {},
  },
}
