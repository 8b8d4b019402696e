import { expect } from 'vitest'
import { withoutHold } from '../flows/holds.ts'
import { DAY, deposit, takeLoan } from '../flows/finance.ts'
import { refusedName } from '../flows/identity.ts'
import { as, setPayPassword, steppedUp } from '../flows/security.ts'
import {
  bindPayee,
  cancel,
  certify,
  deposited,
  leverage,
  setUserFields,
  withdraw,
  withdrawer,
  type Withdrawer,
} from '../flows/withdrawals.ts'
import { unusedPng, type TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const quote = (server: TestServer, who: Withdrawer, more: Record<string, unknown> = {}) =>
  server.call('wallet/out_quote', { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100', ...more }, as(who))

/** A withdrawer whose payee is a card of another person, added before the name was verified. */
async function strangersCard(server: TestServer): Promise<Withdrawer> {
  const person = await server.person()
  const card = { kind: 'card', number: '4242424242424242', holder: 'Bob Stone', bank: 'First Bank' }
  const payee = await bindPayee(server, person, { ...card, currency: null, network: null, address: null })
  await certify(server, person, { first_name: 'Ann', last_name: 'Miller' })
  return { ...person, payee }
}

/** A user who withdraws to confirmed payees only, and whose payee waits. */
async function waitingPayee(server: TestServer): Promise<Withdrawer> {
  const who = await withdrawer(server)
  await steppedUp(server, who, 'safe/whitelist_set', { way: 'on' })
  await server.context.db
    .updateTable('payees')
    .set({ created: server.clock.now() })
    .where('id', '=', who.payee)
    .execute()
  return who
}

/** A user whose withdrawal, some hours ago, had this amount of USDT. */
async function nearLimit(server: TestServer, amount: bigint, hours: number): Promise<Withdrawer> {
  const who = await withdrawer(server)
  const { id } = (await withdraw(server, who)).data
  await server.clock.advance(60)
  const created = BigInt(server.clock.now() - hours * 3600)
  await server.context.db
    .updateTable('withdrawals')
    .set({ amount: amount * 10n ** 8n, created })
    .where('id', '=', id)
    .execute()
  return who
}

export const cases: Cases = {
  'wallet/out_info': {
    async ok(server) {
      const who = await server.person()
      await certify(server, who)
      await bindPayee(server, who, {
        kind: 'card',
        number: '4242424242424242',
        holder: 'Ann Miller',
        bank: 'First Bank',
        currency: null,
        network: null,
        address: null,
      })
      await server.clock.advance(1)
      await bindPayee(server, who)
      return await server.call('wallet/out_info', { mode: 'real' }, as(who))
    },
    inspect({ ways, turnover, reasons }) {
      expect(ways.map(({ kind, currency, available, fee }) => [kind, currency, available, fee])).toEqual(
        expect.arrayContaining([
          ['address', 'USDT', '1000', '1'],
          ['card', 'USDT', '1000', '3'],
          ['card', 'USD', '0', '3'],
        ]),
      )
      expect(turnover).toEqual({ made: '0', required: '0', percent: 100 })
      expect(reasons).toEqual([])
    },
    errors: {},
  },
  'wallet/out_quote': {
    ok: async (server) => quote(server, await withdrawer(server)),
    inspect: (data) => expect(data).toMatchObject({ currency: 'USDT', amount: '100', fee: '1', net: '99' }),
    errors: {
      holderDiffers: async (server) => quote(server, await strangersCard(server)),
      payeeNotConfirmed: async (server) => quote(server, await waitingPayee(server)),
      withdrawalDayLimit: async (server) => quote(server, await nearLimit(server, 99_950n, 2)),
      withdrawalMonthLimit: async (server) => quote(server, await nearLimit(server, 999_950n, 48)),
      dataNotFound: async (server) =>
        quote(server, await withdrawer(server), { payee: (await withdrawer(server)).payee }),
      wrongCurrencyType: async (server) => quote(server, await withdrawer(server), { currency: 'BTC' }),
      amountError: async (server) => quote(server, await withdrawer(server), { amount: '100.001' }),
      amountBelowMinimum: async (server) => quote(server, await withdrawer(server), { amount: '9.99' }),
      amountAboveMaximum: async (server) => quote(server, await withdrawer(server), { amount: '50000.01' }),
    },
  },
  'wallet/out': {
    ok: async (server) => withdraw(server, await withdrawer(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        kind: 'address',
        network: 'TRC20',
        amount: '100',
        fee: '1',
        net: '99',
        status: 0,
        reason: null,
        reviewed: null,
        finished: null,
      }),
    errors: {
      wrongPayPassword: async (server) => withdraw(server, await withdrawer(server), { payProof: 'x'.repeat(43) }),
      stepUpRequired: async (server) => withdraw(server, await withdrawer(server), { stepUpProof: 'x'.repeat(43) }),
      async demoForbids(server) {
        const who = await withdrawer(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await withdraw(server, who, { mode: 'demo' })
      },
      async statusAbnormal(server) {
        const who = await withdrawer(server)
        await setUserFields(server, who, { mode: 'demo' })
        return await withdraw(server, who)
      },
      async realNameRequired(server) {
        const person = await server.person()
        return await withdraw(server, { ...person, payee: await bindPayee(server, person) })
      },
      async realNameFailed(server) {
        const person = await server.person()
        await refusedName(server, person)
        return await withdraw(server, { ...person, payee: await bindPayee(server, person) })
      },
      async noWithdrawalAddress(server) {
        const person = await server.person()
        await certify(server, person)
        return await withdraw(server, { ...person, payee: 'nothing' })
      },
      async withdrawalPending(server) {
        const who = await withdrawer(server)
        await withdraw(server, who)
        return await withdraw(server, who)
      },
      async openPositionsForbid(server) {
        const who = await withdrawer(server)
        await leverage(server, who)
        return await withdraw(server, who)
      },
      async loanOverdue(server) {
        const who = await withdrawer(server)
        await takeLoan(server, who)
        await server.clock.advance(7 * DAY)
        return await withdraw(server, who)
      },
      async insufficientTurnover(server) {
        const who = await withdrawer(server)
        await deposited(server, who, '50', unusedPng())
        return await withdraw(server, who)
      },
      holderDiffers: async (server) => withdraw(server, await strangersCard(server)),
      payeeNotConfirmed: async (server) => withdraw(server, await waitingPayee(server)),
      withdrawalDayLimit: async (server) => withdraw(server, await nearLimit(server, 99_950n, 2)),
      withdrawalMonthLimit: async (server) => withdraw(server, await nearLimit(server, 999_950n, 48)),
      dataNotFound: async (server) =>
        withdraw(server, await withdrawer(server), { payee: (await withdrawer(server)).payee }),
      wrongCurrencyType: async (server) =>
        withdraw(server, await withdrawer(server), { currency: 'BTC', amount: '0.01', fee: '0.0002', net: '0.0098' }),
      amountError: async (server) => withdraw(server, await withdrawer(server), { fee: '0', net: '100' }),
      amountBelowMinimum: async (server) => withdraw(server, await withdrawer(server), { amount: '9', net: '8' }),
      amountAboveMaximum: async (server) =>
        withdraw(server, await withdrawer(server), { amount: '50001', net: '50000' }),
      withdrawalExceedsHoldings: async (server) =>
        withdraw(server, await withdrawer(server), { amount: '1000.01', net: '999.01' }),
      async insufficientBalance(server) {
        const who = await withdrawer(server)
        await deposit(server, who)
        return await withdraw(server, who, { amount: '1000', net: '999' })
      },
      async accountFrozen(server) {
        const who = await withdrawer(server)
        await setPayPassword(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await withdraw(server, who)
      },
      async userLocked(server) {
        const who = await withdrawer(server)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        const payload = {
          mode: 'real',
          payee: who.payee,
          currency: 'USDT',
          amount: '100',
          fee: '1',
          net: '99',
          payProof: 'x'.repeat(43),
        }
        return await server.call('wallet/out', payload, {
          token: who.token,
          headers: { 'idempotency-key': 'withdrawal-locked' },
        })
      },
    },
  },
  'wallet/cancel': {
    async ok(server) {
      const who = await withdrawer(server)
      return await cancel(server, who, (await withdraw(server, who)).data.id)
    },
    inspect: (data) => expect(data).toMatchObject({ amount: '100', status: 3, reason: 'cancelled', reviewed: null }),
    errors: {
      async dataNotFound(server) {
        const who = await withdrawer(server)
        return await cancel(server, await withdrawer(server), (await withdraw(server, who)).data.id)
      },
      async unauthorizedOperation(server) {
        const who = await withdrawer(server)
        const { data } = await withdraw(server, who)
        await setUserFields(server, who, { mode: 'demo' })
        return await cancel(server, who, data.id, { mode: 'demo' })
      },
      async statusAbnormal(server) {
        const who = await withdrawer(server)
        const { data } = await withdraw(server, who)
        await setUserFields(server, who, { mode: 'demo' })
        return await cancel(server, who, data.id)
      },
      async orderCannotBeCancelled(server) {
        const who = await withdrawer(server)
        const { data } = await withdraw(server, who)
        await server.clock.advance(20)
        return await cancel(server, who, data.id)
      },
      async amountError(server) {
        const who = await withdrawer(server)
        return await cancel(server, who, (await withdraw(server, who)).data.id, { amount: '99' })
      },
      async frozenBalanceZero(server) {
        const who = await withdrawer(server)
        const { id } = (await withdraw(server, who)).data
        return await withoutHold(server, 'withdrawals', id, () => cancel(server, who, id))
      },
      async accountFrozen(server) {
        const who = await withdrawer(server)
        const { data } = await withdraw(server, who)
        await setUserFields(server, who, { frozen: 1 })
        return await cancel(server, who, data.id)
      },
      async userLocked(server) {
        const who = await withdrawer(server)
        const { data } = await withdraw(server, who)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
        return await cancel(server, who, data.id)
      },
    },
  },
  'cashlist/log': {
    async ok(server) {
      const who = await withdrawer(server)
      await withdraw(server, who, { amount: '20', net: '19' })
      await server.clock.advance(40)
      await withdraw(server, who, { amount: '30', net: '29' })
      return await server.call('cashlist/log', { currency: 'USDT' }, as(who))
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ amount, status }) => [amount, status]), next]).toEqual([
        [
          ['30', 0],
          ['20', 2],
        ],
        null,
      ]),
    errors: {},
  },
}
