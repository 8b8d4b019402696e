import type { Quote } from './quote.ts'

export type Origin = 'snapshot' | 'tick'

export interface TickSequencer {
  /** A snapshot of these has been requested: their ticks are queued until it arrives. `afterReconnect`: on a new connection. */
  awaitSnapshot(symbols: readonly string[], afterReconnect: boolean): void
  tick(quote: Quote): void
  /** `afterReconnect`: the server may have restarted since, so its number is accepted even when it is lower. */
  snapshot(quotes: readonly Quote[], afterReconnect: boolean): void
  forget(symbols: readonly string[]): void
}

/** Maximum of queued ticks during a snapshot request; beyond it the snapshot is requested again. */
const BUFFER_LIMIT = 256

interface SymbolState {
  last: Quote | null
  /** Ticks received since a snapshot was requested; null when none is pending. */
  buffer: Quote[] | null
}

/** The server restarted its count: an older number at a later time. */
const restarted = (last: Quote, quote: Quote): boolean => quote.seq <= last.seq && quote.time > last.time

/**
 * Applies, per symbol, a snapshot and then each subsequent number: no duplicates, no gaps.
 * `requestSnapshot` is called when a number is missing: the reply is a new snapshot.
 */
export function createTickSequencer(ports: {
  apply(quotes: Quote[], origin: Origin): void
  requestSnapshot(symbol: string): void
}): TickSequencer {
  const states = new Map<string, SymbolState>()

  function onGap(symbol: string, state: SymbolState, quote: Quote): void {
    state.buffer = [quote]
    ports.requestSnapshot(symbol)
  }

  return {
    awaitSnapshot(symbols, afterReconnect) {
      for (const symbol of symbols) {
        const state = states.get(symbol)
        if (!state) states.set(symbol, { last: null, buffer: [] })
        else if (afterReconnect) state.buffer = []
        else state.buffer ??= []
      }
    },

    tick(quote) {
      const state = states.get(quote.symbol)
      if (!state) return
      const { last, buffer } = state
      if (buffer) {
        if (buffer.length >= BUFFER_LIMIT) onGap(quote.symbol, state, quote)
        else buffer.push(quote)
      } else if (!last || quote.seq > last.seq + 1 || restarted(last, quote)) {
        onGap(quote.symbol, state, quote)
      } else if (quote.seq === last.seq + 1) {
        state.last = quote
        ports.apply([quote], 'tick')
      }
    },

    snapshot(quotes, afterReconnect) {
      const base: Quote[] = []
      const after: Quote[] = []
      const missing: [string, SymbolState, Quote][] = []
      for (const quote of quotes) {
        const state = states.get(quote.symbol)
        if (!state) continue
        const { last } = state
        const buffered = state.buffer ?? []
        state.buffer = null
        if (!last || quote.seq > last.seq || restarted(last, quote) || (afterReconnect && quote.seq < last.seq)) {
          state.last = quote
          base.push(quote)
        }
        for (const tick of buffered) {
          const seq: number = state.last?.seq ?? 0
          if (tick.seq === seq + 1) {
            state.last = tick
            after.push(tick)
          } else if (tick.seq > seq + 1) {
            missing.push([quote.symbol, state, tick])
            break
          }
        }
      }
      if (base.length > 0) ports.apply(base, 'snapshot')
      if (after.length > 0) ports.apply(after, 'tick')
      for (const [symbol, state, tick] of missing) onGap(symbol, state, tick)
    },

    forget(symbols) {
      for (const symbol of symbols) states.delete(symbol)
    },
  }
}
