import type { Quote } from './quote.ts'

export type Origin = 'snapshot' | 'tick'

export interface Sequence {
  /** A snapshot of these has been requested: their ticks are queued until it arrives. `fresh`: on a new connection. */
  expect(symbols: readonly string[], fresh: boolean): void
  tick(quote: Quote): void
  /** `fresh`: the server may have restarted since, so its number is accepted even when it is lower. */
  snapshot(quotes: readonly Quote[], fresh: boolean): void
  last(symbol: string): Quote | null
  forget(symbols: readonly string[]): void
}

/** Maximum of queued ticks during a snapshot request; beyond it the snapshot is requested again. */
const WAITING_LIMIT = 256

interface Track {
  last: Quote | null
  /** Ticks received since a snapshot was requested; null when none is pending. */
  waiting: Quote[] | null
}

/** The server restarted its count: an older number at a later time. */
const restarted = (last: Quote, quote: Quote): boolean => quote.seq <= last.seq && quote.time > last.time

/**
 * Applies, per symbol, a snapshot and then each subsequent number: no duplicates, no gaps.
 * `ask` is called when a number is missing: the reply is a new snapshot.
 */
export function createSequence(ports: { apply(quotes: Quote[], origin: Origin): void; ask(symbol: string): void }): Sequence {
  const tracks = new Map<string, Track>()

  function miss(symbol: string, track: Track, quote: Quote): void {
    track.waiting = [quote]
    ports.ask(symbol)
  }

  return {
    expect(symbols, fresh) {
      for (const symbol of symbols) {
        const track = tracks.get(symbol)
        if (!track) tracks.set(symbol, { last: null, waiting: [] })
        else if (fresh) track.waiting = []
        else track.waiting ??= []
      }
    },

    tick(quote) {
      const track = tracks.get(quote.symbol)
      if (!track) return
      const { last, waiting } = track
      if (waiting) {
        if (waiting.length >= WAITING_LIMIT) miss(quote.symbol, track, quote)
        else waiting.push(quote)
      } else if (!last || quote.seq > last.seq + 1 || restarted(last, quote)) {
        miss(quote.symbol, track, quote)
      } else if (quote.seq === last.seq + 1) {
        track.last = quote
        ports.apply([quote], 'tick')
      }
    },

    snapshot(quotes, fresh) {
      const base: Quote[] = []
      const after: Quote[] = []
      const missing: [string, Track, Quote][] = []
      for (const quote of quotes) {
        const track = tracks.get(quote.symbol)
        if (!track) continue
        const { last } = track
        const waited = track.waiting ?? []
        track.waiting = null
        if (!last || quote.seq > last.seq || restarted(last, quote) || (fresh && quote.seq < last.seq)) {
          track.last = quote
          base.push(quote)
        }
        for (const tick of waited) {
          const seq: number = track.last?.seq ?? 0
          if (tick.seq === seq + 1) {
            track.last = tick
            after.push(tick)
          } else if (tick.seq > seq + 1) {
            missing.push([quote.symbol, track, tick])
            break
          }
        }
      }
      if (base.length > 0) ports.apply(base, 'snapshot')
      if (after.length > 0) ports.apply(after, 'tick')
      for (const [symbol, track, tick] of missing) miss(symbol, track, tick)
    },

    last: (symbol) => tracks.get(symbol)?.last ?? null,

    forget(symbols) {
      for (const symbol of symbols) tracks.delete(symbol)
    },
  }
}
