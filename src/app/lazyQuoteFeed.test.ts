import { expect, test, vi } from 'vitest'
import { lazyQuoteFeed, type QuoteFeed } from './lazyQuoteFeed.ts'
import { eventually } from '../../tests/support/eventually.ts'

function feed() {
  const log: unknown[] = []
  const live: QuoteFeed = {
    subscribe: (symbols) => void log.push(['subscribe', symbols]),
    unsubscribe: (symbols) => void log.push(['unsubscribe', symbols]),
    last: () => null,
    close: () => void log.push('close'),
  }
  return { live, log }
}

test('loads with the first symbol, and queues calls in order', async () => {
  const { live, log } = feed()
  const load = vi.fn(async () => live)
  const lazyFeed = lazyQuoteFeed(load)
  expect(load).not.toHaveBeenCalled()
  lazyFeed.subscribe(['A'])
  lazyFeed.subscribe(['B'])
  lazyFeed.unsubscribe(['A'])
  await eventually(() =>
    expect(log).toEqual([
      ['subscribe', ['A']],
      ['subscribe', ['B']],
      ['unsubscribe', ['A']],
    ]),
  )
  lazyFeed.subscribe(['C'])
  expect(log).toHaveLength(4)
  expect(load).toHaveBeenCalledTimes(1)
})

test('retries after a failed load', async () => {
  vi.useFakeTimers()
  const { live, log } = feed()
  const load = vi.fn<() => Promise<QuoteFeed>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(live)
  const lazyFeed = lazyQuoteFeed(load)
  lazyFeed.subscribe(['A'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(log).toEqual([['subscribe', ['A']]])
  vi.useRealTimers()
})

test('stays closed if closed before the load', async () => {
  const { live, log } = feed()
  const lazyFeed = lazyQuoteFeed(async () => live)
  lazyFeed.subscribe(['A'])
  lazyFeed.close()
  await eventually(() => expect(log).toEqual(['close']))
})
