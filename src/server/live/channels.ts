import type { Mode } from '../ledger/index.ts'
import { MODES, type LiveBooks } from '../book/liveBooks.ts'
import { latestTrades } from '../book/tape.ts'
import type { ClientEvents } from '../../generated/live.ts'
import type { Market } from '../market/index.ts'

export type ClientEvent = keyof ClientEvents

/** A validated body of a subscription. */
export interface Subscription {
  symbols: readonly string[]
  mode?: Mode
}

/** One kind of live values: the events of its subscription, and what they mean. */
export interface Channel {
  subscribe: ClientEvent
  unsubscribe: ClientEvent
  /** Room of a symbol. */
  roomOf(symbol: string, subscription: Subscription): string
  /** Loads the data of the snapshot. */
  prepare?(symbols: readonly string[]): Promise<void>
  /** The acknowledgement. It continues with what is sent to the rooms from then on. */
  snapshot(symbols: readonly string[], subscription: Subscription): object
}

export const quoteRoom = (symbol: string): string => symbol
export const depthRoom = (symbol: string, mode: Mode): string => `depth:${mode}:${symbol}`
/** Room of the connections that have subscribed to the messages to a user. */
export const inboxRoom = (userId: string): string => `inbox:${userId}`
/** Room of those that have subscribed with one session; messages are sent to it. */
export const inboxSessionRoom = (session: string): string => `${inboxRoom('')}session:${session}`
export const tradesRoom = (symbol: string): string => `trades:${symbol}`

/** The channels of schemas/live. */
export const channelsOf = (market: Market, books: LiveBooks): readonly Channel[] => [
  {
    subscribe: 'subscribe',
    unsubscribe: 'unsubscribe',
    roomOf: quoteRoom,
    snapshot: (symbols) => ({ quotes: symbols.flatMap((symbol) => market.quote(symbol) ?? []) }),
  },
  {
    subscribe: 'subscribeDepth',
    unsubscribe: 'unsubscribeDepth',
    roomOf: (symbol, { mode }) => depthRoom(symbol, modeOf(mode)),
    // Without a database the book has the resting orders known before.
    prepare: (symbols) => books.synchronize(symbols).catch(() => undefined),
    snapshot: (symbols, { mode }) => ({
      books: symbols.flatMap((symbol) => books.snapshot(symbol, modeOf(mode)) ?? []),
    }),
  },
  {
    subscribe: 'subscribeTrades',
    unsubscribe: 'unsubscribeTrades',
    roomOf: tradesRoom,
    snapshot: (symbols) => ({ tapes: symbols.flatMap((symbol) => latestTrades(market, symbol) ?? []) }),
  },
]

/** The contract requires a mode. */
const modeOf = (mode: Mode | undefined): Mode => mode ?? MODES[0] ?? 'real'
