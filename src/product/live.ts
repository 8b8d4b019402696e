import type { LiveChannel, LiveContract, LiveValue } from '../engine/language/plugin.ts'
import type { Depth, DepthLevel, Tape } from '../generated/entities.ts'
import { clock, depth, inbox, tick, trades } from '../generated/validators/live.js'
import { DEPTH_MODES, depthPrefix, inboxKey, tradesKey } from './liveValues.ts'

/** The contract's limits, far below the limit of one message. */
const QUOTES_PER_MESSAGE = 200
const BOOKS_PER_MESSAGE = 20
/** Trades of a tape. */
const TAPE_LENGTH = 50

const batches = (keys: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: Math.ceil(keys.length / size) }, (_, i) => keys.slice(i * size, (i + 1) * size))

const quotes: LiveChannel = {
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  update: 'tick',
  values: 'quotes',
  owns: (key) => !key.includes(':'),
  messages: (keys) => batches(keys, QUOTES_PER_MESSAGE).map((batch) => ({ keys: batch, body: { symbols: batch } })),
  isValue: tick,
}

const books: LiveChannel = {
  subscribe: 'subscribeDepth',
  unsubscribe: 'unsubscribeDepth',
  update: 'depth',
  values: 'books',
  owns: (key) => DEPTH_MODES.some((mode) => key.startsWith(depthPrefix(mode))),
  messages: (keys) =>
    DEPTH_MODES.flatMap((mode) => {
      const prefix = depthPrefix(mode)
      const own = keys.filter((key) => key.startsWith(prefix))
      return batches(own, BOOKS_PER_MESSAGE).map((batch) => ({
        keys: batch,
        body: { mode, symbols: batch.map((key) => key.slice(prefix.length)) },
      }))
    }),
  isValue: depth,
  merge: (value, update) => mergeDepth(value as Depth, update as Depth),
  optional: true,
}

const tapes: LiveChannel = {
  subscribe: 'subscribeTrades',
  unsubscribe: 'unsubscribeTrades',
  update: 'trades',
  values: 'tapes',
  owns: (key) => key.startsWith(tradesKey('')),
  messages: (keys) =>
    batches(keys, BOOKS_PER_MESSAGE).map((batch) => ({
      keys: batch,
      body: { symbols: batch.map((key) => key.slice(tradesKey('').length)) },
    })),
  isValue: trades,
  merge: (value, update) => mergeTape(value as Tape, update as Tape),
  optional: true,
}

/** The messages to the user of the session: the app has one key at a time. */
const inboxes: LiveChannel = {
  subscribe: 'subscribeInbox',
  unsubscribe: 'unsubscribeInbox',
  update: 'inbox',
  values: 'inboxes',
  owns: (key) => key.startsWith(inboxKey('')),
  messages: (keys, token) => (keys.length === 0 ? [] : [{ keys, body: { token } }]),
  isValue: inbox,
  optional: true,
}

/** The messages of schemas/live. */
export const live: LiveContract = { channels: [quotes, books, tapes, inboxes], isClock: clock }

/** Compares two prices with equally many decimals, as those of one symbol are. */
const comparePrices = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** A side after changes, of which the last of a price counts: an unchanged level is the same object, so that its row is not rendered again. */
function mergeSide(levels: readonly DepthLevel[], changes: readonly DepthLevel[], direction: 1 | -1): DepthLevel[] {
  if (changes.length === 0) return levels as DepthLevel[]
  const changed = new Map<string, DepthLevel>(changes.map((level) => [level.price, level]))
  const kept = levels.filter(({ price }) => !changed.has(price))
  const added = [...changed.values()].filter(({ quantity }) => Number(quantity) > 0)
  return [...kept, ...added].toSorted((a, b) => comparePrices(a.price, b.price) * direction)
}

const mergeDepth = (value: Depth, update: Depth): LiveValue & Depth => ({
  ...update,
  bids: mergeSide(value.bids, update.bids, -1),
  asks: mergeSide(value.asks, update.asks, 1),
})

const mergeTape = (value: Tape, update: Tape): LiveValue & Tape => ({
  ...update,
  trades: update.trades.length === 0 ? value.trades : [...update.trades, ...value.trades].slice(0, TAPE_LENGTH),
})
