import type { Live } from '../transport/live.ts'

/** The part of the live connection that quotes need. */
export type Feed = Pick<Live, 'subscribe' | 'unsubscribe' | 'last' | 'close'>

const AGAIN_MS = 5_000

/** A live connection whose code comes with the first symbol somebody looks at. What is asked meanwhile is kept in order. */
export function lateLive(load: () => Promise<Feed>): Feed {
  let live: Feed | null = null
  let loading = false
  let closed = false
  let waiting: ((feed: Feed) => void)[] = []

  function start(): void {
    if (loading || closed) return
    loading = true
    load().then(
      (feed) => {
        live = feed
        if (closed) return feed.close()
        for (const ask of waiting) ask(feed)
        waiting = []
      },
      () => {
        // Without a network the chunk cannot be had; the reader may get one.
        loading = false
        setTimeout(start, AGAIN_MS)
      },
    )
  }

  function later(ask: (feed: Feed) => void): void {
    if (live) return ask(live)
    waiting.push(ask)
    start()
  }

  return {
    subscribe: (symbols) => later((feed) => feed.subscribe(symbols)),
    unsubscribe: (symbols) => later((feed) => feed.unsubscribe(symbols)),
    last: (symbol) => live?.last(symbol) ?? null,
    close() {
      closed = true
      live?.close()
    },
  }
}
