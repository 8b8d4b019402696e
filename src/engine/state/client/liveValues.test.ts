// @vitest-environment jsdom
import '../../../../tests/support/functions.ts'
import { quoteOf } from '../../../../tests/support/quotes.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asPrice, asQuantity } from '../../language/values/decimal.ts'
import type { LiveValue } from '../../language/plugin.ts'
import { asUnixSeconds } from '../../language/values/time.ts'
import type { Literal } from '../../language/values/units.ts'
import { depthKey } from '../../../product/liveValues.ts'
import type { Depth, Quote } from '../../../generated/entities.ts'
import { get, watch } from '../store.ts'
import type { LiveFeed } from './liveValues.ts'
import { client } from '../../../../tests/support/client.ts'

const log: string[] = []
const feedTo = (events: string[]): LiveFeed => ({
  subscribe: (symbols) => void events.push(`+${symbols.join()}`),
  unsubscribe: (symbols) => void events.push(`-${symbols.join()}`),
  close: () => void events.push('closed'),
})
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  close = client.live.connect(async () => feedTo(log))
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  close()
  vi.useRealTimers()
})
const frame = () => vi.advanceTimersByTimeAsync(20)

test('a frame writes each symbol once, with its last tick, and notifies only its subscribers', async () => {
  const observed: string[] = []
  const stops = ['A', 'B'].map((symbol) =>
    watch(client.live.atomOf(symbol), () => observed.push(`${symbol} ${get(client.live.atomOf<Quote>(symbol))?.last}`)),
  )
  client.live.receive([quoteOf('A', '1'), quoteOf('A', '2', 2), quoteOf('unwatched', '9')])
  expect(get(client.live.atomOf('A'))).toBe(null)
  await frame()
  expect(observed).toEqual(['A 2'])
  client.live.receive([quoteOf('B', '5')])
  await frame()
  expect(observed).toEqual(['A 2', 'B 5'])
  for (const stop of stops) stop()
})

test('values of several keys are rendered at most once in a gap, the first at once', async () => {
  close()
  close = client.live.connect(async () => feedTo(log), 200)
  const observed: string[] = []
  const stops = ['A', 'B'].map((symbol) =>
    watch(client.live.atomOf(symbol), () => observed.push(`${symbol} ${get(client.live.atomOf<Quote>(symbol))?.last}`)),
  )
  client.live.receive([quoteOf('A', '1')])
  await frame()
  expect(observed).toEqual(['A 1'])
  client.live.receive([quoteOf('A', '2', 2)])
  await vi.advanceTimersByTimeAsync(100)
  client.live.receive([quoteOf('A', '3', 3), quoteOf('B', '5')])
  expect(observed).toEqual(['A 1'])
  await vi.advanceTimersByTimeAsync(120)
  expect(observed).toEqual(['A 1', 'A 3', 'B 5'])
  for (const stop of stops) stop()
})

test('subscribes and unsubscribes of a task are one message', async () => {
  const stops = ['A', 'B', 'C'].map((symbol) => watch(client.live.atomOf(symbol), () => undefined))
  const stopAgain = watch(client.live.atomOf('A'), () => undefined)
  await frame()
  expect(log).toEqual(['+A,B,C'])
  stops[0]?.()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(log).toEqual(['+A,B,C'])
  stopAgain()
  stops[1]?.()
  stops[2]?.()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(log).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(501)
  expect(log).toHaveLength(2)
  expect(log[1]?.split(/[-,]/).toSorted().join('')).toBe('ABC')
})

test('releasing and acquiring again within moments sends nothing', async () => {
  const stop = watch(client.live.atomOf('A'), () => undefined)
  await frame()
  stop()
  await vi.advanceTimersByTimeAsync(4_500)
  const second = watch(client.live.atomOf('A'), () => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(log).toEqual(['+A'])
  second()
})

test('symbols without subscribers are removed', async () => {
  const before = client.live.cachedCount()
  for (let i = 0; i < 500; i++) {
    get(client.live.atomOf(`S${i}`))
    watch(client.live.atomOf(`T${i}`), () => undefined)()
  }
  expect(client.live.cachedCount()).toBe(before + 1_000)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(client.live.cachedCount()).toBe(before)
})

test('a quote is up to date when its symbol returns within the delay', async () => {
  watch(client.live.atomOf('A'), () => undefined)()
  await vi.advanceTimersByTimeAsync(4_000)
  client.live.receive([quoteOf('A', '3')])
  await frame()
  expect(get(client.live.atomOf<Quote>('A'))?.last).toBe('3')
})

describe('a page that was hidden for longer than the delay', () => {
  /** Its atom, as its cells hold it while the page is hidden; another page watches the symbol since. */
  async function hidden() {
    const atom = client.live.atomOf<Quote>('A')
    const show = (observed?: unknown[]) => watch(atom, () => observed?.push(get(atom)?.last ?? null))
    const hide = show()
    client.live.receive([quoteOf('A', '1')])
    await frame()
    hide()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(log).toEqual(['+A', '-A'])
    const other = client.live.atomOf<Quote>('A')
    return { atom, show, other, leaveOther: watch(other, () => undefined) }
  }

  test('has no value of that time', async () => {
    const { atom, leaveOther } = await hidden()
    expect(get(atom)).toBe(null)
    leaveOther()
  })

  test('has the value of the other page at once, and each that follows', async () => {
    const { atom, show, other, leaveOther } = await hidden()
    client.live.receive([quoteOf('A', '2', 2)])
    await frame()
    const observed: unknown[] = []
    const hide = show(observed)
    expect(get(atom)?.last).toBe('2')
    client.live.receive([quoteOf('A', '3', 3)])
    await frame()
    expect([get(other)?.last, get(atom)?.last, observed.at(-1)]).toEqual(['3', '3', '3'])
    hide()
    leaveOther()
  })

  test('stays subscribed while either page is shown', async () => {
    const { show, leaveOther } = await hidden()
    const hide = show()
    hide()
    await vi.advanceTimersByTimeAsync(6_000)
    const hideAgain = show()
    leaveOther()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(log).toEqual(['+A', '-A', '+A'])
    hideAgain()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(log).toEqual(['+A', '-A', '+A', '-A'])
  })

  test('is subscribed again where no other page has been', async () => {
    const { atom, show, leaveOther } = await hidden()
    leaveOther()
    await vi.advanceTimersByTimeAsync(6_000)
    const hide = show()
    client.live.receive([quoteOf('A', '4', 4)])
    await frame()
    expect([get(atom)?.last, log]).toEqual(['4', ['+A', '-A', '+A', '-A', '+A']])
    hide()
  })
})

test('symbols of the next screen are added before those of the last are removed', async () => {
  const first = watch(client.live.atomOf('A'), () => undefined)
  await frame()
  first()
  await vi.advanceTimersByTimeAsync(4_990)
  const second = watch(client.live.atomOf('B'), () => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(log).toEqual(['+A', '+B', '-A'])
  second()
})

describe('the connection', () => {
  test('is loaded with the first symbol, and gets the symbols of the moment when it is there', async () => {
    close()
    const events: string[] = []
    let loaded: (feed: LiveFeed) => void = () => undefined
    const load = vi.fn(() => new Promise<LiveFeed>((resolve) => (loaded = resolve)))
    close = client.live.connect(load)
    await frame()
    expect(load).not.toHaveBeenCalled()
    watch(client.live.atomOf('A'), () => undefined)()
    const stop = watch(client.live.atomOf('B'), () => undefined)
    await vi.advanceTimersByTimeAsync(6_000)
    const stopLast = watch(client.live.atomOf('C'), () => undefined)
    loaded(feedTo(events))
    await frame()
    expect([events, load.mock.calls.length]).toEqual([['+B,C'], 1])
    stop()
    stopLast()
  })

  test('is loaded again after a failure', async () => {
    close()
    const events: string[] = []
    close = client.live.connect(
      vi.fn<() => Promise<LiveFeed>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(feedTo(events)),
    )
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toEqual(['+A'])
    stop()
  })

  test('that cannot be loaded makes live values stale, while one is wanted', async () => {
    close()
    close = client.live.connect(() => Promise.reject(new Error('offline')))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(get(client.live.stale)).toBe(false)
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(get(client.live.stale)).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(get(client.live.stale)).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(get(client.live.stale)).toBe(true)
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(get(client.live.stale)).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(get(client.live.stale)).toBe(false)
    const again = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(3_100)
    expect(get(client.live.stale)).toBe(true)
    close()
    expect(get(client.live.stale)).toBe(false)
    again()
  })

  test('that is loaded late leaves live values stale until it reports a message', async () => {
    close()
    let loaded: (feed: LiveFeed) => void = () => undefined
    close = client.live.connect(() => new Promise<LiveFeed>((resolve) => (loaded = resolve)))
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(3_100)
    loaded(feedTo([]))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(get(client.live.stale)).toBe(true)
    client.live.setStale(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(get(client.live.stale)).toBe(false)
    stop()
  })

  test('that is loaded in time makes nothing stale', async () => {
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(get(client.live.stale)).toBe(false)
    stop()
  })

  test('is closed when it is loaded after the end', async () => {
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await vi.advanceTimersByTimeAsync(0)
    close()
    stop()
    expect(log).toEqual(['+A', 'closed'])
    const events: string[] = []
    const end = client.live.connect(async () => feedTo(events))
    end()
    await frame()
    expect(events).toEqual(['closed'])
  })

  test('that comes later gets the watched symbols', async () => {
    const stop = watch(client.live.atomOf('A'), () => undefined)
    await frame()
    const later: string[] = []
    close()
    close = client.live.connect(async () => feedTo(later))
    await frame()
    expect(later).toEqual(['+A'])
    stop()
  })
})

describe('values of one tick in several messages', () => {
  const BOOK = depthKey('A', 'real')
  const quoteAt = (last: Literal, seq: number) => ({
    ...quoteOf('A', last, seq),
    bid: asPrice(last),
    ask: asPrice(last),
  })
  const bookAt = (last: Literal, seq: number) => {
    const levels = [{ price: asPrice(last), quantity: asQuantity('1') }]
    return { symbol: 'A', mode: 'real' as const, bids: levels, asks: levels, time: asUnixSeconds(1), seq }
  }
  const shown = () =>
    [get(client.live.atomOf<Quote>('A'))?.last, get(client.live.atomOf<Depth>(BOOK))?.bids[0]?.price]
      .map(String)
      .join(' ')

  async function watchBoth(): Promise<{ seen: string[]; stop: () => void }> {
    const seen: string[] = []
    const stops = ['A', BOOK].map((key) => watch(client.live.atomOf(key), () => seen.push(shown())))
    client.live.receive([quoteAt('1', 1), bookAt('1', 1)])
    await frame()
    seen.length = 0
    return { seen, stop: () => stops.forEach((stop) => stop()) }
  }

  test.each([
    ['a quote waits for its order book', [quoteAt('2', 2), bookAt('2', 2)]],
    ['an order book waits for its quote', [bookAt('2', 2), quoteAt('2', 2)]],
  ])('%s', async (_, [first, second]) => {
    const { seen, stop } = await watchBoth()
    client.live.receive([first] as LiveValue[])
    await frame()
    expect(seen).toEqual([])
    client.live.receive([second] as LiveValue[])
    await frame()
    expect(seen).toEqual(['2 2', '2 2'])
    stop()
  })

  test('a quote without its order book is shown after a tenth of a second', async () => {
    const { seen, stop } = await watchBoth()
    client.live.receive([quoteAt('2', 2)])
    await vi.advanceTimersByTimeAsync(80)
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(60)
    expect(seen).toEqual(['2 1'])
    stop()
  })

  test('a quote does not wait for an order book that is not on screen', async () => {
    const stop = watch(client.live.atomOf('A'), () => undefined)
    watch(client.live.atomOf(BOOK), () => undefined)()
    client.live.receive([quoteAt('1', 1), bookAt('1', 1)])
    await frame()
    client.live.receive([quoteAt('2', 2)])
    await frame()
    expect(shown()).toBe('2 1')
    stop()
  })
})
