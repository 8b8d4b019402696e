import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../engine/language/values/branded.ts'
import { asPrice, asQuantity } from '../engine/language/values/decimal.ts'
import type { LiveChannel } from '../engine/language/plugin.ts'
import type { Depth, Tape } from '../generated/entities.ts'
import { live } from './live.ts'
import { depthKey, inboxKey, keyOf, tradesKey } from './liveValues.ts'

const isTick = live.channels[0]?.isValue ?? (() => false)

const good = {
  symbol: 'EURUSD',
  last: '1.0842',
  bid: '1.0841',
  ask: '1.0843',
  open: '1.08',
  high: '1.09',
  low: '1.07',
  change: '-0.0010',
  changePercent: '-0.09',
  volume: '120',
  time: 1_700_000_000,
  seq: 7,
}

describe('a tick', () => {
  it('is a quote', () => expect(isTick(good)).toBe(true))

  it('may have fields of a later contract', () => {
    const later = { ...good, spread: '0.0002' }
    expect(isTick(later)).toBe(true)
  })

  const odd: unknown[] = [
    undefined,
    null,
    true,
    1.5,
    '',
    'x',
    '1e5',
    '+1',
    '1.',
    '.5',
    ' 1',
    '١',
    'NaN',
    [],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]
  it.each(Object.keys(good))('with a wrong %s is refused', (name) => {
    for (const value of odd) expect(isTick({ ...good, [name]: value }), `${name}: ${String(value)}`).toBe(false)
    const { [name as keyof typeof good]: _left, ...without } = good
    expect(isTick(without)).toBe(false)
  })

  it.each([null, undefined, 1, 'x', [], {}, { quotes: [good] }])('%j is refused', (value) => {
    expect(isTick(value)).toBe(false)
  })
})

const channel = (name: string) => live.channels.find(({ subscribe }) => subscribe === name) as LiveChannel

describe('channels', () => {
  it('own each key once', () => {
    const keys = [
      'EURUSD',
      depthKey('EURUSD', 'real'),
      depthKey('EURUSD', 'demo'),
      tradesKey('EURUSD'),
      inboxKey('ann'),
    ]
    for (const key of keys) expect(live.channels.filter(({ owns }) => owns(key))).toHaveLength(1)
  })

  it('subscribe every key once, in messages within the limits of the contract', () => {
    const symbols = Array.from({ length: 450 }, (_, i) => `S${i}A`)
    const keys = symbols.flatMap((symbol) => [
      symbol,
      depthKey(symbol, 'real'),
      depthKey(symbol, 'demo'),
      tradesKey(symbol),
    ])
    for (const { messages, owns, subscribe } of live.channels) {
      const own = keys.filter(owns)
      const sent = messages(own, 'token')
      expect(sent.flatMap((message) => message.keys).toSorted()).toEqual(own.toSorted())
      const most = subscribe === 'subscribe' ? 200 : 20
      for (const { body } of sent) expect((body as { symbols: string[] }).symbols.length).toBeLessThanOrEqual(most)
    }
  })

  it('read a value under the key that subscribed it', () => {
    const common = { symbol: 'EURUSD', seq: 1, time: 1 }
    expect(keyOf(branded<Depth>({ ...common, mode: 'demo', bids: [], asks: [] }))).toBe('depth:demo:EURUSD')
    expect(keyOf(branded<Tape>({ ...common, trades: [] }))).toBe('trades:EURUSD')
    expect(keyOf(common)).toBe('EURUSD')
  })
})

describe('a change of a book', () => {
  const merge = channel('subscribeDepth').merge as (value: Depth, update: Depth) => Depth
  const book = (bids: [string, string][], asks: [string, string][] = [], seq = 1): Depth => {
    const levels = (list: [string, string][]) =>
      list.map(([price, quantity]) => ({ price: asPrice(price), quantity: asQuantity(quantity) }))
    return branded<Depth>({ symbol: 'A', mode: 'real', time: 1, seq, bids: levels(bids), asks: levels(asks) })
  }

  it('removes, changes and adds levels in the order of prices', () => {
    const before = book(
      [
        ['10.00', '1'],
        ['9.98', '2'],
        ['9.90', '3'],
      ],
      [
        ['10.02', '1'],
        ['10.10', '2'],
      ],
    )
    const after = merge(
      before,
      book(
        [
          ['10.00', '0.00'],
          ['9.95', '7'],
          ['9.90', '4'],
        ],
        [['10.01', '5']],
        2,
      ),
    )
    expect(after).toEqual(
      book(
        [
          ['9.98', '2'],
          ['9.95', '7'],
          ['9.90', '4'],
        ],
        [
          ['10.01', '5'],
          ['10.02', '1'],
          ['10.10', '2'],
        ],
        2,
      ),
    )
  })

  it('keeps the object of an unchanged level, and the list of an unchanged side', () => {
    const before = book(
      [
        ['10.00', '1'],
        ['9.98', '2'],
      ],
      [['10.02', '1']],
    )
    const after = merge(before, book([['10.00', '3']], [], 2))
    expect(after.bids[1]).toBe(before.bids[1])
    expect(after.asks).toBe(before.asks)
  })

  it('has each price once, with the last quantity that any updates name', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }))
    const updates = fc.array(fc.array(level, { maxLength: 12 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(updates, (list) => {
        const quantities = new Map<string, string>()
        let after = book([])
        for (const levels of list) {
          const named = levels.map(([price, size]): [string, string] => [(price / 100).toFixed(2), `${size}`])
          for (const [price, size] of named) quantities.set(price, size)
          after = merge(after, book(named, named))
        }
        const left = [...quantities].filter(([, size]) => size !== '0').toSorted(([a], [b]) => (a < b ? -1 : 1))
        expect(after).toEqual(book(left.toReversed(), left))
      }),
    )
  })

  it('orders any prices of a symbol', () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(prices, (list) => {
        const levels = list.map((price): [string, string] => [(price / 100).toFixed(2), '1'])
        const { bids, asks } = merge(book([]), book(levels, levels))
        const sorted = list.toSorted((a, b) => a - b).map((price) => (price / 100).toFixed(2))
        expect(asks.map(({ price }) => price)).toEqual(sorted)
        expect(bids.map(({ price }) => price)).toEqual(sorted.toReversed())
      }),
    )
  })
})

describe('trades of a tick', () => {
  const merge = channel('subscribeTrades').merge as (value: Tape, update: Tape) => Tape
  const tape = (ids: number[], seq: number) =>
    branded<Tape>({
      symbol: 'A',
      time: 1,
      seq,
      trades: ids.map((id) => ({ id: `${id}`, time: 1, side: 'buy', price: '1', quantity: '1' })),
    })

  it('are put before the earlier ones, and the oldest leave', () => {
    const before = tape(
      Array.from({ length: 50 }, (_, i) => 100 - i),
      1,
    )
    const after = merge(before, tape([102, 101], 2))
    expect(after.trades.slice(0, 3).map(({ id }) => id)).toEqual(['102', '101', '100'])
    expect(after.trades).toHaveLength(50)
  })

  it('leave the list as it is where there are none', () => {
    const before = tape([1], 1)
    expect(merge(before, tape([], 2)).trades).toBe(before.trades)
  })
})
