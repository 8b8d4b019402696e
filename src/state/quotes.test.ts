// @vitest-environment jsdom
import { branded } from '../core/branded.ts'
import type { Literal } from '../core/units.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectQuotes, quoteAtom, cachedQuoteCount, receiveQuotes, type Quote } from './quotes.ts'
import { get, watch } from './store.ts'

const quote = (symbol: string, last: Literal, seq = 1): Quote =>
  branded<Quote>({
    symbol,
    last,
    bid: '1',
    ask: '1',
    open: '1',
    high: '1',
    low: '1',
    change: '0',
    changePercent: '0',
    volume: '1',
    time: 1,
    seq,
  })
const log: string[] = []
const quotes = new Map<string, Quote>()

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  quotes.clear()
  connectQuotes({
    subscribe: (symbols) => void log.push(`+${symbols.join()}`),
    unsubscribe: (symbols) => void log.push(`-${symbols.join()}`),
    last: (symbol) => quotes.get(symbol) ?? null,
  })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
})
const frame = () => vi.advanceTimersByTimeAsync(20)

test('a frame writes each symbol once, with its last tick, and notifies only its subscribers', async () => {
  const observed: string[] = []
  const stops = ['A', 'B'].map((symbol) =>
    watch(quoteAtom(symbol), () => observed.push(`${symbol} ${get(quoteAtom(symbol))?.last}`)),
  )
  receiveQuotes([quote('A', '1'), quote('A', '2', 2), quote('unwatched', '9')])
  expect(get(quoteAtom('A'))).toBe(null)
  await frame()
  expect(observed).toEqual(['A 2'])
  receiveQuotes([quote('B', '5')])
  await frame()
  expect(observed).toEqual(['A 2', 'B 5'])
  for (const stop of stops) stop()
})

test('subscribes and unsubscribes of a task are one message', async () => {
  const stops = ['A', 'B', 'C'].map((symbol) => watch(quoteAtom(symbol), () => undefined))
  const stopAgain = watch(quoteAtom('A'), () => undefined)
  await frame()
  expect(log).toEqual(['+A,B,C'])
  stops[0]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(log).toEqual(['+A,B,C'])
  stopAgain()
  stops[1]?.()
  stops[2]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(log).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(501)
  expect(log).toHaveLength(2)
  expect(log[1]?.split(/[-,]/).toSorted().join('')).toBe('ABC')
})

test('releasing and acquiring again within moments sends nothing', async () => {
  const stop = watch(quoteAtom('A'), () => undefined)
  await frame()
  stop()
  await vi.advanceTimersByTimeAsync(500)
  const second = watch(quoteAtom('A'), () => undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(log).toEqual(['+A'])
  second()
})

test('symbols without subscribers are removed', async () => {
  const before = cachedQuoteCount()
  for (let i = 0; i < 500; i++) {
    get(quoteAtom(`S${i}`))
    watch(quoteAtom(`T${i}`), () => undefined)()
  }
  expect(cachedQuoteCount()).toBe(before + 1_000)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(cachedQuoteCount()).toBe(before)
})

test('a known quote is shown with the next frame', async () => {
  quotes.set('A', quote('A', '3'))
  const stop = watch(quoteAtom('A'), () => undefined)
  await frame()
  expect(get(quoteAtom('A'))?.last).toBe('3')
  stop()
})

test('a source connected later gets the watched symbols', async () => {
  const stop = watch(quoteAtom('A'), () => undefined)
  await frame()
  const later: string[] = []
  connectQuotes({ subscribe: (symbols) => void later.push(...symbols), unsubscribe: () => undefined })
  expect(later).toEqual(['A'])
  stop()
})
