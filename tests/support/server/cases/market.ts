import { expect } from 'vitest'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'currency/quotation_new': {
    ok: (server) => server.call('currency/quotation_new', {}),
    inspect({ rows }) {
      const count = (kind: string) => rows.filter((row) => row.class === kind).length
      expect(count('forex')).toBeGreaterThanOrEqual(8)
      expect(count('metal')).toBeGreaterThanOrEqual(4)
      expect(count('crypto')).toBeGreaterThanOrEqual(12)
    },
    errors: {},
  },
  'currency/whlist': {
    ok: (server) => server.call('currency/whlist', { class: 'metal' }),
    inspect: ({ rows }) => expect(new Set(rows.map((row) => row.class))).toEqual(new Set(['metal'])),
    errors: {},
  },
  'currency/new_timeshar': {
    ok: (server) => server.call('currency/new_timeshar', { symbol: 'BTCUSDT' }),
    inspect: ({ points }) => expect(points.length).toBeGreaterThan(10),
    errors: { pairNotFound: (server) => server.call('currency/new_timeshar', { symbol: 'NOPAIR' }) },
  },
  'currency/whkdata': {
    ok: (server) => server.call('currency/whkdata', { symbol: 'EURUSD', interval: '1h', limit: 50 }),
    inspect({ candles, earlier }) {
      expect(candles).toHaveLength(50)
      expect(earlier).toBe(candles[0]?.time)
    },
    errors: { pairNotFound: (server) => server.call('currency/whkdata', { symbol: 'NOPAIR', interval: '1h' }) },
  },
  'currency/hours': {
    ok: (server) => server.call('currency/hours', { symbol: 'EURUSD' }),
    inspect({ open, opens, closes }) {
      expect(opens === null).toBe(open)
      expect(closes).not.toBeNull()
    },
    errors: { pairNotFound: (server) => server.call('currency/hours', { symbol: 'NOPAIR' }) },
  },
  'currency/depth': {
    ok: (server) => server.call('currency/depth', { symbol: 'EURUSD', mode: 'demo' }),
    inspect({ mode, bids, asks }) {
      expect([mode, bids.length, asks.length]).toEqual(['demo', 50, 50])
      expect(Number(bids[0]?.price)).toBeLessThan(Number(asks[0]?.price))
    },
    errors: { pairNotFound: (server) => server.call('currency/depth', { symbol: 'NOPAIR' }) },
  },
  'currency/trades': {
    ok: (server) => server.call('currency/trades', { symbol: 'BTCUSDT' }),
    inspect: ({ trades }) => expect(trades).toHaveLength(50),
    errors: { pairNotFound: (server) => server.call('currency/trades', { symbol: 'NOPAIR' }) },
  },
  'wallet/list': {
    ok: async (server) => server.call('wallet/list', {}, { token: (await server.person()).token }),
    inspect({ rows }) {
      expect(
        rows.find((row) => row.mode === 'demo' && row.kind === 'coin' && row.currency === 'USDT')?.balance,
      ).toMatch(/^100000(\.0+)?$/)
    },
    errors: {},
  },
  'wallet/get_info': {
    ok: async (server) =>
      server.call('wallet/get_info', { currency: 'USDT', mode: 'demo' }, { token: (await server.person()).token }),
    inspect: ({ account }) => expect(account.mode).toBe('demo'),
    errors: {
      currencyNotFound: async (server) =>
        server.call('wallet/get_info', { currency: 'NOCOIN' }, { token: (await server.person()).token }),
    },
  },
}
