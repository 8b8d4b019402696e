import { expect } from 'vitest'
import type { Literal } from '../../core/units.ts'
import type { FlashQuote } from '../../generated/entities.ts'
import { minor } from '../ledger/index.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

let keys = 0
const newKey = () => `exchange-case-${++keys}`

const ask = (world: World, { token }: Person, more: Record<string, unknown> = {}) =>
  world.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100', ...more }, { token })

const send = (world: World, { token }: Person, { id, from, to, pay, receive, fee }: FlashQuote, more: Record<string, unknown> = {}) =>
  world.call('wallet/flashAgainst', { mode: 'real', quote: id, from, to, pay, receive, fee, ...more }, { token, headers: { 'idempotency-key': newKey() } })

/** Somebody with a quote for 100 of their 1000 USDT. */
async function quoted(world: World): Promise<{ person: Person; quote: FlashQuote }> {
  const person = await world.person()
  return { person, quote: (await ask(world, person)).data }
}

const mark = (world: World, { account }: Person, column: 'frozen' | 'locked') =>
  world.context.db.updateTable('users').set({ [column]: 1 }).where('account', '=', account).execute()

async function marked(world: World, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await world.person()
  await mark(world, person, column)
  return person
}

const refill = (world: World, { token }: Person) => world.call('user/demo_refill', { mode: 'demo' }, { token, headers: { 'idempotency-key': newKey() } })

/** Somebody who practises, with so much less than at first. */
async function practising(world: World, lost: Literal | null): Promise<Person> {
  const person = await world.person()
  await world.call('user/switch_account', { mode: 'demo' }, { token: person.token })
  if (lost !== null) await lose(world, person, lost)
  return person
}

async function lose(world: World, person: Person, amount: Literal): Promise<void> {
  const { id } = (await world.call('user/info', {}, { token: person.token })).data
  await world.context.ledger.post({ mode: 'demo', reason: 'test', entries: [{ from: { owner: id, kind: 'coin' }, to: 'trading', currency: 'USDT', amount: minor(amount, 'USDT') }] })
}

export const cases: Cases = {
  'wallet/flashAgainstList': {
    ok: async (world) => world.call('wallet/flashAgainstList', {}, { token: (await world.person()).token }),
    look({ rows, fee }) {
      expect(rows[0]).toMatchObject({ currency: 'USDT', name: 'Tether', available: '1000', minimum: '10', maximum: '50000', rate: '1' })
      expect(rows.length).toBeGreaterThan(10)
      expect(fee).toBe('0.1')
    },
    errors: {},
  },
  'wallet/flash_quote': {
    ok: async (world) => ask(world, await world.person()),
    look: (data) => expect(data).toMatchObject({ mode: 'real', from: 'USDT', to: 'BTC', pay: '100', lasts: 10 }),
    errors: {
      missingParameter: async (world) => ask(world, await world.person(), { pay: null }),
      parameterError: async (world) => ask(world, await world.person(), { receive: '1' }),
      amountError: async (world) => ask(world, await world.person(), { pay: '0' }),
      amountBelowMinimum: async (world) => ask(world, await world.person(), { pay: '9.99' }),
      amountAboveMaximum: async (world) => ask(world, await world.person(), { pay: '50000.01' }),
      typeError: async (world) => ask(world, await world.person(), { to: 'USDT' }),
      currencyNotFound: async (world) => ask(world, await world.person(), { to: 'NOPE' }),
      statusAbnormal: async (world) => ask(world, await world.person(), { mode: 'demo' }),
      accountFrozen: async (world) => ask(world, await marked(world, 'frozen')),
      userLocked: async (world) => ask(world, await marked(world, 'locked')),
      async tooManyRequests(world) {
        const person = await world.person()
        for (let i = 0; i < 60; i++) await ask(world, person)
        return await ask(world, person)
      },
    },
  },
  'wallet/flashAgainst': {
    async ok(world) {
      const { person, quote } = await quoted(world)
      return await send(world, person, quote)
    },
    look: (data) => expect(data).toMatchObject({ from: 'USDT', to: 'BTC', pay: '100' }),
    errors: {
      async dataNotFound(world) {
        const { quote } = await quoted(world)
        return await send(world, await world.person(), quote)
      },
      async quoteExpired(world) {
        const { person, quote } = await quoted(world)
        await world.clock.advance(quote.lasts)
        return await send(world, person, quote)
      },
      async tradeStatusAbnormal(world) {
        const { person, quote } = await quoted(world)
        await send(world, person, quote)
        return await send(world, person, quote)
      },
      async amountError(world) {
        const { person, quote } = await quoted(world)
        return await send(world, person, quote, { receive: '1' })
      },
      async insufficientBalance(world) {
        const person = await world.person()
        return await send(world, person, (await ask(world, person, { pay: '1000.01' })).data)
      },
      async statusAbnormal(world) {
        const { person, quote } = await quoted(world)
        await world.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await send(world, person, quote)
      },
      async accountFrozen(world) {
        const { person, quote } = await quoted(world)
        await mark(world, person, 'frozen')
        return await send(world, person, quote)
      },
      async userLocked(world) {
        const { person, quote } = await quoted(world)
        await mark(world, person, 'locked')
        return await send(world, person, quote)
      },
    },
  },
  'wallet/myFlashAgainstList': {
    async ok(world) {
      const { person, quote } = await quoted(world)
      await send(world, person, quote)
      return await world.call('wallet/myFlashAgainstList', {}, { token: person.token })
    },
    look: ({ rows, next }) => expect([rows.map(({ pay }) => pay), next]).toEqual([['100'], null]),
    errors: {},
  },
  'lh/wh_bzhl_list': {
    ok: async (world) => world.call('lh/wh_bzhl_list', {}, { token: (await world.person()).token }),
    look({ currency, rows }) {
      expect(currency).toBe('USDT')
      expect(rows.map((row) => row.currency)).not.toContain('USDT')
      expect(rows.find((row) => row.currency === 'USD')).toEqual({ currency: 'USD', name: 'US Dollar', rate: '1' })
    },
    errors: { currencyNotFound: async (world) => world.call('lh/wh_bzhl_list', { currency: 'NOPE' }, { token: (await world.person()).token }) },
  },
  'user/demo_refill': {
    ok: async (world) => refill(world, await practising(world, '99000.5')),
    look: ({ rows }) => expect(rows.map(({ mode, kind, currency, balance }) => [mode, kind, currency, balance])).toEqual([['demo', 'coin', 'USDT', '100000']]),
    errors: {
      refillNotNeeded: async (world) => refill(world, await practising(world, null)),
      async refillTooEarly(world) {
        const person = await practising(world, '1')
        await refill(world, person)
        await lose(world, person, '1')
        return await refill(world, person)
      },
      statusAbnormal: async (world) => refill(world, await world.person()),
      async accountFrozen(world) {
        const person = await practising(world, '1')
        await mark(world, person, 'frozen')
        return await refill(world, person)
      },
      async userLocked(world) {
        const person = await practising(world, '1')
        await mark(world, person, 'locked')
        return await refill(world, person)
      },
    },
  },
}
