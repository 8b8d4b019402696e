import { STALE_AFTER_MS } from '../core/constants.ts'
import { clock as isClock } from '../generated/validators/live.js'
import { asQuote, type Quote } from './quote.ts'
import { createTickSequencer, type Origin } from './tickSequencer.ts'
import { pageEvents, type PageEvents } from './pageEvents.ts'
import { createSocket, type SocketLoader, type LiveConfig } from './socket.ts'
import { createHeartbeat } from './heartbeat.ts'

/** Prices are marked within STALE_AFTER_MS of silence. The server sends `clock` each second, so one of them may be late. */
const SILENCE_MS = STALE_AFTER_MS - 500
/** Silence after which a connection counts as dead, even if open: phones lose networks without an event. */
const CONNECTION_TIMEOUT_MS = 8_000
const ACK_TIMEOUT_MS = 5_000
/** Gaps arrive in bursts, one for each symbol that ticked meanwhile. */
const BATCH_MS = 50
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
  events?: PageEvents
  loadSocket?: SocketLoader
}

export interface Live {
  /** Connects with the first symbol. */
  subscribe(symbols: readonly string[]): void
  /** Disconnects after the last symbol. */
  unsubscribe(symbols: readonly string[]): void
  /** Requests all subscribed symbols. */
  resync(): void
  close(): void
}

/** Creates the live connection. Who needs a symbol, and for how long, is counted by its user (state/quotes.ts). */
export function createLive({
  config,
  onQuotes,
  onStale,
  onClock,
  now = Date.now,
  events = pageEvents,
  loadSocket,
}: LivePorts): Live {
  const subscribed = new Set<string>()
  let pendingSymbols = new Set<string>()
  const ackTimers = new Set<ReturnType<typeof setTimeout>>()

  const staleMonitor = createHeartbeat({ afterMs: SILENCE_MS, now, onChange: onStale })
  const connectionWatchdog = createHeartbeat({
    afterMs: CONNECTION_TIMEOUT_MS,
    now,
    onChange(silent) {
      if (silent && socket.connected) socket.reconnect()
    },
  })
  const onMessage = () => {
    staleMonitor.beat()
    connectionWatchdog.beat()
  }

  const sequencer = createTickSequencer({
    apply: onQuotes,
    requestSnapshot(symbol) {
      if (pendingSymbols.size === 0) setTimeout(requestPending, BATCH_MS)
      pendingSymbols.add(symbol)
    },
  })

  const socket = createSocket({
    config,
    ...(loadSocket && { loadSocket }),
    onOpen() {
      clearAckTimers()
      // Alive, but the screen still shows old prices.
      connectionWatchdog.beat()
      requestSnapshot([...subscribed], true)
    },
    listeners: {
      tick(body) {
        const quote = asQuote(body)
        if (!quote) return
        onMessage()
        sequencer.tick(quote)
      },
      clock(body) {
        onMessage()
        if (isClock(body)) onClock?.(body.time)
      },
    },
  })

  function requestPending(): void {
    const symbols = [...pendingSymbols].filter((symbol) => subscribed.has(symbol))
    pendingSymbols = new Set()
    requestSnapshot(symbols, false)
  }

  function requestSnapshot(symbols: readonly string[], afterReconnect: boolean): void {
    if (!socket.connected) return
    for (const batch of batches(symbols)) {
      sequencer.awaitSnapshot(batch, afterReconnect)
      const timer = setTimeout(() => {
        ackTimers.delete(timer)
        if (socket.connected) socket.reconnect()
      }, ACK_TIMEOUT_MS)
      ackTimers.add(timer)
      socket.emit('subscribe', { symbols: batch }, (ack) => {
        clearTimeout(timer)
        ackTimers.delete(timer)
        onMessage()
        sequencer.snapshot(quotesOf(ack), afterReconnect)
      })
    }
  }

  function clearAckTimers(): void {
    for (const timer of ackTimers) clearTimeout(timer)
    ackTimers.clear()
  }

  function disconnect(): void {
    clearAckTimers()
    staleMonitor.stop()
    connectionWatchdog.stop()
    socket.close()
  }

  function resync(): void {
    if (subscribed.size === 0) return
    if (socket.connected) requestSnapshot([...subscribed], false)
    else socket.reconnect()
  }

  const unsubscribers = [events.onVisible(resync), events.onOnline(resync)]

  return {
    subscribe(symbols) {
      for (const symbol of symbols) subscribed.add(symbol)
      if (socket.connected) return requestSnapshot(symbols, false)
      staleMonitor.start()
      connectionWatchdog.start()
      socket.open()
    },
    unsubscribe(symbols) {
      for (const symbol of symbols) subscribed.delete(symbol)
      sequencer.forget(symbols)
      for (const batch of batches(symbols)) socket.emit('unsubscribe', { symbols: batch })
      if (subscribed.size === 0) disconnect()
    },
    resync,
    close() {
      for (const stop of unsubscribers) stop()
      subscribed.clear()
      disconnect()
    },
  }
}

function batches(symbols: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(symbols.length / SYMBOLS_PER_REQUEST) }, (_, i) =>
    symbols.slice(i * SYMBOLS_PER_REQUEST, (i + 1) * SYMBOLS_PER_REQUEST),
  )
}

function quotesOf(ack: unknown): Quote[] {
  const list: unknown = typeof ack === 'object' && ack !== null && 'quotes' in ack ? ack.quotes : null
  return Array.isArray(list) ? list.map(asQuote).filter((quote) => quote !== null) : []
}
