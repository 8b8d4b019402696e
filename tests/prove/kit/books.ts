import { branded } from '../../../src/engine/language/values/branded.ts'
import { asPrice, asQuantity } from '../../../src/engine/language/values/decimal.ts'
import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Depth, DepthLevel, MarketTrade, Tape } from '../../../src/generated/entities.ts'

/** One order book or list of trades: its complete states by number, and its updates. */
export interface BookLine {
  /** Event of its updates. */
  event: 'depth' | 'trades'
  at(seq: number): LiveValue | undefined
  last(): LiveValue
  /** Makes the next state; returns the update that leads to it. */
  step(): LiveValue
  lastUpdate(): LiveValue | null
}

const TIME = 1_700_000_000
const LEVELS = 30
const TAPE_LENGTH = 50

function lineOf<Value extends LiveValue>(
  event: BookLine['event'],
  first: Value,
  next: (state: Value, seq: number) => { state: Value; update: Value },
): BookLine {
  const states = [first]
  let update: Value | null = null
  const last = () => states.at(-1) ?? first
  return {
    event,
    at: (seq) => states[seq - first.seq],
    last,
    lastUpdate: () => update,
    step() {
      const made = next(last(), last().seq + 1)
      states.push(made.state)
      update = made.update
      return made.update
    },
  }
}

const level = (price: number, quantity: number): DepthLevel =>
  branded<DepthLevel>({ price: asPrice(price.toFixed(1)), quantity: asQuantity(String(quantity)) })

/** A book in which each step changes the quantity of a level, removes one, and adds one, on both sides. */
export function createBook(symbol: string): BookLine {
  const side = (at: number, sign: 1 | -1) => Array.from({ length: LEVELS }, (_, i) => level(at + sign * i * 0.2, i + 1))
  const first: LiveValue & Depth = {
    symbol,
    mode: 'real',
    bids: side(99.9, -1),
    asks: side(100.1, 1),
    time: TIME as never,
    seq: 1,
  } as never
  return lineOf('depth', first, (state, seq) => {
    const change = (levels: readonly DepthLevel[], sign: 1 | -1): { levels: DepthLevel[]; changes: DepthLevel[] } => {
      const of = (offset: number) => levels[(seq * 7 + offset) % levels.length]
      const changed = of(0)
      const gone = of(3)
      const edge = Number(levels.at(-1)?.price ?? 0) + sign * 0.2
      const listed = [
        ...(changed ? [level(Number(changed.price), (seq % 50) + 1)] : []),
        ...(gone && gone !== changed ? [level(Number(gone.price), 0)] : []),
        level(edge > 1 && edge < 200 ? edge : 100 + sign * 5, (seq % 9) + 1),
      ]
      // One change of a price in an update.
      const changes = [...new Map(listed.map((depthLevel) => [depthLevel.price, depthLevel])).values()]
      const byPrice = new Map(levels.map((depthLevel) => [depthLevel.price, depthLevel]))
      for (const change of changes) {
        if (Number(change.quantity) > 0) byPrice.set(change.price, change)
        else byPrice.delete(change.price)
      }
      const sorted = [...byPrice.values()].toSorted((a, b) => (Number(a.price) - Number(b.price)) * sign)
      return { levels: sorted, changes }
    }
    const bids = change(state.bids, -1)
    const asks = change(state.asks, 1)
    const time = (TIME + Math.floor(seq / 50)) as never
    return {
      state: { ...state, bids: bids.levels, asks: asks.levels, time, seq },
      update: { ...state, bids: bids.changes, asks: asks.changes, time, seq },
    }
  })
}

/** Trades of which each step adds none, one or two. */
export function createTape(symbol: string): BookLine {
  const first = { symbol, trades: [], time: TIME, seq: 1 } as unknown as LiveValue & Tape
  return lineOf('trades', first, (state, seq) => {
    const time = (TIME + Math.floor(seq / 50)) as never
    const trades = Array.from({ length: seq % 3 }, (_, i) =>
      branded<MarketTrade>({
        id: `${symbol}-${seq}-${i}`,
        side: seq % 2 ? 'buy' : 'sell',
        price: '100.0',
        quantity: '1',
        time: TIME,
      }),
    )
    return {
      state: { ...state, trades: [...trades, ...state.trades].slice(0, TAPE_LENGTH), time, seq },
      update: { ...state, trades, time, seq },
    }
  })
}
