import { expect } from 'vitest'
import settleSeconds from '../../../../src/server/modules/trading/seconds/job.ts'
import { buySeconds, secondsTrader } from '../flows/seconds.ts'
import { trade } from '../flows/spot.ts'
import { activate, withSettings } from '../flows/trading.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

async function marked(server: TestServer, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await server.person()
  await server.context.db
    .updateTable('users')
    .set({ [column]: 1 })
    .where('account', '=', person.account)
    .execute()
  return person
}

/** A trader with one spot order and one fixed-time contract, the latter settled. */
async function tradedTwice(server: TestServer): Promise<Person> {
  const person = await secondsTrader(server)
  await activate(server, person, 'BTCUSDT', 'spot')
  await trade(server, person)
  await buySeconds(server, person)
  await server.clock.advance(61)
  await settleSeconds(server.context)
  return person
}

export const cases: Cases = {
  'trade/history': {
    async ok(server) {
      const { token } = await tradedTwice(server)
      return await server.call('trade/history', { mode: 'real', symbol: 'BTCUSDT', days: 30 }, { token })
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ kind, base, feeCurrency }) => [kind, base, feeCurrency]), next]).toEqual([
        [
          ['seconds', 'BTC', 'USDT'],
          ['spot', 'BTC', 'BTC'],
        ],
        null,
      ]),
    errors: {},
  },
  'trade/records': {
    async ok(server) {
      const { token } = await tradedTwice(server)
      return await server.call('trade/records', { mode: 'real', state: 'ended', side: 'buy' }, { token })
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ kind, receiptKind, type }) => [kind, receiptKind, type]), next]).toEqual([
        [
          ['seconds', 'secondsOrder', null],
          ['spot', 'spotOrder', 'market'],
        ],
        null,
      ]),
    errors: {},
  },
  'trade/results': {
    async ok(server) {
      const { token } = await tradedTwice(server)
      return await server.call('trade/results', { mode: 'real', days: 7, timeZone: 'Europe/Berlin' }, { token })
    },
    inspect: ({ total, days, kinds }) =>
      expect([total.orders, days.length, kinds.map(({ sum }) => sum.orders)]).toEqual([1, 1, [0, 1, 0]]),
    errors: {},
  },
  'trade/history_csv': {
    async ok(server) {
      const { token } = await tradedTwice(server)
      return await server.call('trade/history_csv', { mode: 'real', kind: 'spot', days: 30 }, { token })
    },
    inspect: (data) => expect(data).toMatchObject({ entries: 1, complete: true }),
    errors: {},
  },
  'trade/access': {
    ok: async (server) =>
      server.call('trade/access', { symbol: 'BTCUSDT', product: 'seconds' }, { token: (await server.person()).token }),
    inspect(data) {
      expect(data).toMatchObject({
        symbol: 'BTCUSDT',
        product: 'seconds',
        state: 'notActivated',
        activated: false,
        open: true,
        opens: null,
        closes: null,
        riskTitle: 'Risks of fixed-time contracts',
      })
      expect(data.risk.length).toBeGreaterThan(1)
    },
    errors: {
      pairNotFound: async (server) =>
        server.call('trade/access', { symbol: 'NOPE', product: 'spot' }, { token: (await server.person()).token }),
    },
  },
  'trade/activate': {
    ok: async (server) => activate(server, await server.person(), 'BTCUSDT', 'leveraged'),
    inspect: (data) => expect(data).toMatchObject({ product: 'leveraged', state: 'open', activated: true }),
    errors: {
      pairNotFound: async (server) => activate(server, await server.person(), 'NOPE', 'seconds'),
      async featureNotEnabled(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { enabled: false }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async featureUnavailable(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { disabled: ['BTCUSDT'] }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async tradingClosing(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { closing: ['BTCUSDT'] }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async tradingAccountAlreadySet(server) {
        const person = await server.person()
        await activate(server, person, 'BTCUSDT', 'seconds')
        return await activate(server, person, 'BTCUSDT', 'seconds')
      },
      termsChanged: async (server) =>
        server.call(
          'trade/activate',
          { symbol: 'BTCUSDT', product: 'seconds', version: '2020-01-01' },
          { token: (await server.person()).token },
        ),
      accountFrozen: async (server) => activate(server, await marked(server, 'frozen'), 'BTCUSDT', 'seconds'),
      userLocked: async (server) => activate(server, await marked(server, 'locked'), 'BTCUSDT', 'seconds'),
    },
  },
}
