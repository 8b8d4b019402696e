import { expect } from 'vitest'
import type { Cases } from './types.ts'

export const cases: Cases = {
  'currency/quotation_new': {
    ok: (world) => world.call('currency/quotation_new', {}),
    look({ rows }) {
      const count = (kind: string) => rows.filter((row) => row.class === kind).length
      expect(count('forex')).toBeGreaterThanOrEqual(8)
      expect(count('metal')).toBeGreaterThanOrEqual(4)
      expect(count('crypto')).toBeGreaterThanOrEqual(12)
    },
    errors: {},
  },
  'currency/whlist': {
    ok: (world) => world.call('currency/whlist', { class: 'metal' }),
    look: ({ rows }) => expect(new Set(rows.map((row) => row.class))).toEqual(new Set(['metal'])),
    errors: {},
  },
  'currency/new_timeshar': {
    ok: (world) => world.call('currency/new_timeshar', { symbol: 'BTCUSDT' }),
    look: ({ points }) => expect(points.length).toBeGreaterThan(10),
    errors: { pairNotFound: (world) => world.call('currency/new_timeshar', { symbol: 'NOPAIR' }) },
  },
  'currency/whkdata': {
    ok: (world) => world.call('currency/whkdata', { symbol: 'EURUSD', interval: '1h', limit: 50 }),
    look({ candles, earlier }) {
      expect(candles).toHaveLength(50)
      expect(earlier).toBe(candles[0]?.time)
    },
    errors: { pairNotFound: (world) => world.call('currency/whkdata', { symbol: 'NOPAIR', interval: '1h' }) },
  },
  'currency/hours': {
    ok: (world) => world.call('currency/hours', { symbol: 'EURUSD' }),
    look({ open, opens, closes }) {
      expect(opens === null).toBe(open)
      expect(closes).not.toBeNull()
    },
    errors: { pairNotFound: (world) => world.call('currency/hours', { symbol: 'NOPAIR' }) },
  },
  'wallet/list': {
    ok: async (world) => world.call('wallet/list', {}, { token: (await world.person()).token }),
    look({ rows }) {
      expect(rows.find((row) => row.mode === 'demo' && row.kind === 'coin' && row.currency === 'USDT')?.balance).toMatch(/^100000(\.0+)?$/)
    },
    errors: {},
  },
  'wallet/get_info': {
    ok: async (world) => world.call('wallet/get_info', { currency: 'USDT', mode: 'demo' }, { token: (await world.person()).token }),
    look: ({ account }) => expect(account.mode).toBe('demo'),
    errors: { currencyNotFound: async (world) => world.call('wallet/get_info', { currency: 'NOCOIN' }, { token: (await world.person()).token }) },
  },
}
