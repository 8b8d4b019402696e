import { expect } from 'vitest'
import { trade } from '../flows/spot.ts'
import { trader } from '../flows/trading.ts'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'receipt/list': {
    async ok(server) {
      const person = await trader(server)
      const { data } = await trade(server, person)
      return await server.call('receipt/list', { kind: 'spotOrder', id: data.id }, { token: person.token })
    },
    inspect: ({ rows }) =>
      expect(rows).toMatchObject([
        {
          mode: 'real',
          kind: 'spotOrder',
          action: 'executed',
          rule: 'market',
          call: 'coin/trade',
          trade: { symbol: 'BTCUSDT', difference: '0' },
          postings: [
            { from: 'coin', to: 'trading', currency: 'USDT' },
            { from: 'trading', to: 'coin', currency: 'BTC' },
            { from: 'trading', to: 'fees', currency: 'BTC' },
          ],
        },
      ]),
    errors: {},
  },
}
