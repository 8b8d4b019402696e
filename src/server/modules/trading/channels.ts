import type { Mode } from '../../kit/ledger/index.ts'
import { MODES, type LiveBooks } from './book/liveBooks.ts'
import { latestTrades } from './book/tape.ts'
import type { Market } from './market/index.ts'
import type { Channel } from '../../kit/live/channel.ts'
import { report } from '../../../engine/language/report.ts'

export const quoteRoom = (symbol: string): string => symbol
export const depthRoom = (symbol: string, mode: Mode): string => `depth:${mode}:${symbol}`
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
    prepare: (symbols) =>
      books.synchronize(symbols).catch((error: unknown) => report(error, 'synchronize the order books')),
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
