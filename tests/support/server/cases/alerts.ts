import { expect } from 'vitest'
import { asPrice, fromMinor, toMinor } from '../../../../src/engine/language/values/decimal.ts'
import type { Price } from '../../../../src/engine/language/values/units.ts'
import type { PriceAlert } from '../../../../src/generated/entities.ts'
import { as } from '../flows/security.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const symbol = 'BTCUSDT'

/** A price this many ticks above the last one. */
function priceAt({ context: { market, clock } }: TestServer, ticks: number) {
  const { last } = market.tickAt(symbol, clock.nowMs()) ?? {}
  const { precision } = market.listing(symbol) ?? {}
  if (last === undefined || precision === undefined) throw new Error(`There is no ${symbol}`)
  return asPrice(fromMinor(toMinor(last, precision, 'floor') + BigInt(ticks), precision))
}

const add = (server: TestServer, person: Person, ticks = 100) =>
  server.call(
    'alert/add',
    { symbol, direction: ticks > 0 ? 'above' : 'below', price: priceAt(server, ticks) },
    as(person),
  )

const lock = (server: TestServer, { account }: Person) =>
  server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()

async function locked(server: TestServer): Promise<Person> {
  const person = await server.person()
  await lock(server, person)
  return person
}

const changeOf = ({ id, symbol, direction, price }: PriceAlert) => ({ id, symbol, direction, price })

/** Changes an alert 100 ticks above the last price. */
async function change(
  server: TestServer,
  more: (last: (ticks: number) => Price) => Partial<ReturnType<typeof changeOf>>,
) {
  const person = await server.person()
  const { data } = await add(server, person)
  const changed = { ...changeOf(data), ...more((ticks) => priceAt(server, ticks)) }
  return await server.call('alert/change', changed, as(person))
}

export const cases: Cases = {
  'alert/add': {
    ok: async (server) => add(server, await server.person()),
    inspect: (data) =>
      expect(data).toMatchObject({ symbol, base: 'BTC', currency: 'USDT', direction: 'above', reached: null }),
    errors: {
      pairNotFound: async (server) =>
        server.call(
          'alert/add',
          { symbol: 'NOSUCH', direction: 'above', price: asPrice('1') },
          as(await server.person()),
        ),
      parameterError: async (server) =>
        server.call(
          'alert/add',
          { symbol, direction: 'below', price: asPrice('1.123456789') },
          as(await server.person()),
        ),
      alertPriceAbove: async (server) =>
        server.call('alert/add', { symbol, direction: 'above', price: priceAt(server, -1) }, as(await server.person())),
      alertPriceBelow: async (server) =>
        server.call('alert/add', { symbol, direction: 'below', price: priceAt(server, 1) }, as(await server.person())),
      async alertsFull(server) {
        const person = await server.person()
        for (let ticks = 1; ticks <= 20; ticks++) await add(server, person, ticks * 1000)
        return await add(server, person)
      },
      userLocked: async (server) => add(server, await locked(server)),
    },
  },
  'alert/change': {
    ok: (server) => change(server, (last) => ({ direction: 'below', price: last(-50) })),
    inspect: (data) => expect(data).toMatchObject({ symbol, direction: 'below', reached: null }),
    errors: {
      async dataNotFound(server) {
        const { data } = await add(server, await server.person())
        return await server.call('alert/change', changeOf(data), as(await server.person()))
      },
      parameterError: (server) => change(server, () => ({ symbol: 'ETHUSDT' })),
      alertPriceAbove: (server) => change(server, (last) => ({ price: last(-1) })),
      alertPriceBelow: (server) => change(server, (last) => ({ direction: 'below', price: last(1) })),
      async userLocked(server) {
        const person = await server.person()
        const { data } = await add(server, person)
        await lock(server, person)
        return await server.call('alert/change', changeOf(data), as(person))
      },
    },
  },
  'alert/list': {
    async ok(server) {
      const person = await server.person()
      await add(server, person)
      await add(server, person, -100)
      return await server.call('alert/list', {}, as(person))
    },
    inspect: ({ rows, most }) =>
      expect([rows.map(({ direction }) => direction), most]).toEqual([['below', 'above'], 20]),
    errors: {},
  },
  'alert/remove': {
    async ok(server) {
      const person = await server.person()
      const { data } = await add(server, person)
      return await server.call('alert/remove', { id: data.id }, as(person))
    },
    errors: {
      async dataNotFound(server) {
        const { data } = await add(server, await server.person())
        return await server.call('alert/remove', { id: data.id }, as(await server.person()))
      },
      async userLocked(server) {
        const person = await server.person()
        const { data } = await add(server, person)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
        return await server.call('alert/remove', { id: data.id }, as(person))
      },
    },
  },
}
