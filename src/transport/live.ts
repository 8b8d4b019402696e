import { STALE_AFTER_MS } from '../core/constants.ts'
import { clock as isClock } from '../generated/validators/live.js'
import { asQuote, type Quote } from './quote.ts'
import { createSequence, type Origin } from './tickSequencer.ts'
import { pageEvents, type PageEvents } from './pageEvents.ts'
import { createSocket, type SocketLoader, type LiveConfig } from './socket.ts'
import { createStaleness } from './heartbeat.ts'
import { createSubscriptions } from './subscriptions.ts'

/** Prices are marked within STALE_AFTER_MS of silence. The server sends `clock` each second, so one of them may be late. */
const SILENCE_MS = STALE_AFTER_MS - 500
/** Silence after which a connection counts as dead, even if open: phones lose networks without an event. */
const DEAD_AFTER_MS = 8_000
const ANSWER_WITHIN_MS = 5_000
/** Gaps arrive in bursts, one for each symbol that ticked meanwhile. */
const GATHER_MS = 50
const RELEASE_MS = 5_000
/** The contract's limit, and far below the 16 KB limit of one message. */
const SYMBOLS_PER_REQUEST = 200

export interface LivePorts {
  config: LiveConfig
  /** In order; a symbol may occur more than once. Origin "tick": each is the next number of its symbol. */
  onQuotes(quotes: Quote[], origin: Origin): void
  /** No message for moments: prices on the screen may be old. */
  onStale(stale: boolean): void
  /** The server's time, Unix seconds. */
  onClock?(time: number): void
  now?: () => number
  signals?: PageEvents
  library?: SocketLoader
}

export interface Live {
  /** Counted: each subscribe needs its unsubscribe. */
  subscribe(symbols: readonly string[]): void
  unsubscribe(symbols: readonly string[]): void
  /** The quote last applied, for a subscriber of an already subscribed symbol. */
  last(symbol: string): Quote | null
  /** Requests all subscribed symbols. */
  resync(): void
  close(): void
}

/** Quotes of subscribed symbols. Connects with the first symbol and disconnects with the last. */
export function createLive({ config, onQuotes, onStale, onClock, now = Date.now, signals = pageEvents, library }: LivePorts): Live {
  let asking = new Set<string>()
  const answers = new Set<ReturnType<typeof setTimeout>>()

  const staleness = createStaleness({ afterMs: SILENCE_MS, now, onChange: onStale })
  const death = createStaleness({
    afterMs: DEAD_AFTER_MS,
    now,
    onChange(silent) {
      if (silent && socket.connected) socket.renew()
    },
  })
  const heard = () => {
    staleness.heard()
    death.heard()
  }

  const sequence = createSequence({
    apply: onQuotes,
    ask(symbol) {
      if (asking.size === 0) setTimeout(askNow, GATHER_MS)
      asking.add(symbol)
    },
  })

  const socket = createSocket({
    config,
    ...(library && { library }),
    onOpen() {
      forgetAnswers()
      // Alive, but the screen still shows old prices.
      death.heard()
      ask(subscriptions.held(), true)
    },
    listeners: {
      tick(body) {
        const quote = asQuote(body)
        if (!quote) return
        heard()
        sequence.tick(quote)
      },
      clock(body) {
        heard()
        if (isClock(body)) onClock?.(body.time)
      },
    },
  })

  const subscriptions = createSubscriptions({
    releaseMs: RELEASE_MS,
    onAdd(symbols) {
      if (socket.connected) return ask(symbols, false)
      staleness.start()
      death.start()
      return socket.open()
    },
    onRemove(symbols) {
      sequence.forget(symbols)
      for (const part of parts(symbols)) socket.emit('unsubscribe', { symbols: part })
      if (subscriptions.held().length === 0) hangUp()
    },
  })

  function askNow(): void {
    const symbols = [...asking].filter(subscriptions.holds)
    asking = new Set()
    ask(symbols, false)
  }

  function ask(symbols: string[], fresh: boolean): void {
    if (!socket.connected) return
    for (const part of parts(symbols)) {
      sequence.expect(part, fresh)
      const timer = setTimeout(() => {
        answers.delete(timer)
        if (socket.connected) socket.renew()
      }, ANSWER_WITHIN_MS)
      answers.add(timer)
      socket.emit('subscribe', { symbols: part }, (answer) => {
        clearTimeout(timer)
        answers.delete(timer)
        heard()
        sequence.snapshot(quotesOf(answer), fresh)
      })
    }
  }

  function forgetAnswers(): void {
    for (const timer of answers) clearTimeout(timer)
    answers.clear()
  }

  function hangUp(): void {
    forgetAnswers()
    staleness.stop()
    death.stop()
    socket.close()
  }

  function resync(): void {
    if (subscriptions.held().length === 0) return
    if (socket.connected) ask(subscriptions.held(), false)
    else socket.renew()
  }

  const deaf = [signals.onVisible(resync), signals.onOnline(resync)]

  return {
    subscribe: (symbols) => subscriptions.acquire(symbols),
    unsubscribe: (symbols) => subscriptions.release(symbols),
    last: (symbol) => sequence.last(symbol),
    resync,
    close() {
      for (const stop of deaf) stop()
      subscriptions.clear()
      hangUp()
    },
  }
}

function parts(symbols: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(symbols.length / SYMBOLS_PER_REQUEST) }, (_, i) => symbols.slice(i * SYMBOLS_PER_REQUEST, (i + 1) * SYMBOLS_PER_REQUEST))
}

function quotesOf(answer: unknown): Quote[] {
  const list: unknown = typeof answer === 'object' && answer !== null && 'quotes' in answer ? answer.quotes : null
  return Array.isArray(list) ? list.map(asQuote).filter((quote) => quote !== null) : []
}
