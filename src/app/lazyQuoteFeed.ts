import type { Live } from '../transport/live.ts'

/** The part of the live connection that quotes need. */
export type QuoteFeed = Pick<Live, 'subscribe' | 'unsubscribe' | 'last' | 'close'>

const RETRY_MS = 5_000

/** Quote feed whose code is loaded by the first subscription. Calls made before that are queued in order. */
export function lazyQuoteFeed(load: () => Promise<QuoteFeed>): QuoteFeed {
  let live: QuoteFeed | null = null
  let loading = false
  let closed = false
  let queue: ((feed: QuoteFeed) => void)[] = []

  function start(): void {
    if (loading || closed) return
    loading = true
    load().then(
      (feed) => {
        live = feed
        if (closed) return feed.close()
        for (const operation of queue) operation(feed)
        queue = []
      },
      () => {
        // The chunk cannot be fetched without a network, which may come back.
        loading = false
        setTimeout(start, RETRY_MS)
      },
    )
  }

  function enqueue(operation: (feed: QuoteFeed) => void): void {
    if (live) return operation(live)
    queue.push(operation)
    start()
  }

  return {
    subscribe: (symbols) => enqueue((feed) => feed.subscribe(symbols)),
    unsubscribe: (symbols) => enqueue((feed) => feed.unsubscribe(symbols)),
    last: (symbol) => live?.last(symbol) ?? null,
    close() {
      closed = true
      live?.close()
    },
  }
}
