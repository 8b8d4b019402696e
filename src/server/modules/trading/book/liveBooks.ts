import { randomInt } from 'node:crypto'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Depth } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { rulesOf } from '../spot/terms.ts'
import { bookOf, changesOf, levelsOf, unitsOf, type BookUnits, type OrderBook } from './orderBook.ts'
import type { RestingOrder, RestingOrders } from './restingOrders.ts'
import { report } from '../../../../engine/language/report.ts'

export const MODES: readonly Mode[] = ['real', 'demo']
/** Delay at most until a placed or cancelled order changes the book. */
const ORDERS_MS = 500
/** Upper bound of the first number of a book. */
const FIRST_SEQ = 2 ** 47

type Context = Pick<ServerContext, 'market' | 'clock' | 'operator'>

interface BookState {
  seq: number
  book: OrderBook
}

export interface LiveBooks {
  /** The book now, from which updates continue. Null for an unknown symbol. */
  snapshot(symbol: string, mode: Mode): Depth | null
  /** Reads the resting orders of symbols, and sends the updates of their books. */
  synchronize(symbols: readonly string[]): Promise<void>
  /** Advances the books of a symbol to its current tick. */
  advance(symbol: string): void
  close(): void
}

/** The books of a symbol, without a number: for calls. Null for an unknown symbol. */
export function currentBook(
  context: Context,
  symbol: string,
  orders: readonly RestingOrder[],
): { book: OrderBook; units: BookUnits } | null {
  const listing = context.market.listing(symbol)
  if (!listing) return null
  const { step } = rulesOf(context, symbol)
  const depth = context.market.depth(symbol, Number(step))
  if (!depth) return null
  const units = unitsOf(listing, step)
  return { book: bookOf(depth, orders, units), units }
}

/**
 * The order books of this process, for its own connections. The depth of the market is the same in every process; resting orders are
 * read twice a second. Each book counts its changes from a random number on, since the orders that two processes have read at a moment
 * can differ: a client that changes the process starts from a snapshot.
 */
export function createLiveBooks(
  context: Context,
  ports: {
    restingOrders: RestingOrders
    /** Whether a connection of this process has subscribed to the book. */
    isWatched(symbol: string, mode: Mode): boolean
    publish(update: Depth): void
  },
): LiveBooks {
  const { market, clock } = context
  const states = new Map<string, BookState>()
  const orders = new Map<string, RestingOrder[]>()

  const keyOf = (symbol: string, mode: Mode) => `${mode} ${symbol}`

  function advanceBook(symbol: string, mode: Mode): { state: BookState; units: BookUnits } | null {
    const key = keyOf(symbol, mode)
    const current = currentBook(context, symbol, orders.get(key) ?? [])
    if (!current) return null
    const { book, units } = current
    const known = states.get(key)
    if (!known) {
      const state = { seq: randomInt(FIRST_SEQ), book }
      states.set(key, state)
      return { state, units }
    }
    const bids = changesOf(known.book.bids, book.bids, units)
    const asks = changesOf(known.book.asks, book.asks, units)
    if (bids.length + asks.length > 0) {
      known.seq += 1
      known.book = book
      if (ports.isWatched(symbol, mode)) ports.publish(entityOf(symbol, mode, known.seq, bids, asks))
    }
    return { state: known, units }
  }

  const entityOf = (symbol: string, mode: Mode, seq: number, bids: Depth['bids'], asks: Depth['asks']): Depth => ({
    symbol,
    mode,
    bids,
    asks,
    time: asUnixSeconds(clock.now()),
    seq,
  })

  function advance(symbol: string): void {
    for (const mode of MODES) if (ports.isWatched(symbol, mode)) advanceBook(symbol, mode)
  }

  async function synchronize(symbols: readonly string[]): Promise<void> {
    if (symbols.length === 0) return
    const read = await ports.restingOrders(symbols)
    for (const symbol of symbols) {
      for (const mode of MODES)
        orders.set(
          keyOf(symbol, mode),
          read.filter((order) => order.symbol === symbol && order.mode === mode),
        )
      advance(symbol)
    }
  }

  const stop = clock.every(ORDERS_MS, async () => {
    const watched = market.symbols.filter((symbol) => MODES.some((mode) => ports.isWatched(symbol, mode)))
    // After an error the orders known before remain, and the next run reads again.
    await synchronize(watched).catch((error: unknown) => report(error, 'synchronize the order books'))
  })

  return {
    synchronize,
    advance,
    snapshot(symbol, mode) {
      const current = advanceBook(symbol, mode)
      if (!current) return null
      const { state, units } = current
      return entityOf(symbol, mode, state.seq, levelsOf(state.book.bids, units), levelsOf(state.book.asks, units))
    },
    close: stop,
  }
}
