import { asQuantity, decimalPlaces, toMinor } from '../../../../engine/language/values/decimal.ts'
import type { DepthLevel as LevelEntity } from '../../../../generated/entities.ts'
import { formatPrice, formatUnits } from '../market/formatUnits.ts'
import { DEPTH_LEVELS } from '../market/depth.ts'
import type { Listing, MarketDepth } from '../market/index.ts'
import type { RestingOrder } from './restingOrders.ts'

/** One side of a book: quantity by price, best price first. Prices are ticks, quantities units of the last decimal of the lot step. */
export type BookSide = ReadonlyMap<number, number>

export interface OrderBook {
  bids: BookSide
  asks: BookSide
}

/** The units in which the book of a symbol is counted and formatted. */
export interface BookUnits {
  pricePrecision: number
  quantityPrecision: number
  /** Units of a lot step. */
  step: number
}

/** Returns the units of a book from the lot step in base units. */
export function unitsOf({ precision }: Pick<Listing, 'precision'>, step: string): BookUnits {
  const quantityPrecision = decimalPlaces(asQuantity(step))
  return { pricePrecision: precision, quantityPrecision, step: Number(toMinor(asQuantity(step), quantityPrecision)) }
}

type OrderAt = Pick<RestingOrder, 'side' | 'price' | 'quantity'>

/**
 * Adds resting orders to the depth of the market. The best prices are those of the quote: an order between bid and ask is not in the
 * book yet, nor is one beyond its last level.
 */
export function bookOf(depth: MarketDepth, orders: readonly OrderAt[], units: BookUnits): OrderBook {
  const sideOf = (name: 'bid' | 'ask', levels: MarketDepth['bids'], direction: 1 | -1): BookSide => {
    const side = new Map(levels.map(({ price, steps }) => [price, steps * units.step]))
    const [best, worst] = [levels[0], levels.at(-1)]
    let isSorted = true
    for (const order of orders) {
      if (order.side !== name || !best || !worst) continue
      const price = Number(toMinor(order.price, units.pricePrecision, 'half-up'))
      const quantity = Number(toMinor(order.quantity, units.quantityPrecision, 'floor'))
      if ((price - best.price) * direction < 0 || (price - worst.price) * direction > 0 || quantity <= 0) continue
      isSorted &&= side.has(price)
      side.set(price, (side.get(price) ?? 0) + quantity)
    }
    if (isSorted) return side
    const sorted = [...side].toSorted(([a], [b]) => (a - b) * direction)
    return new Map(sorted.slice(0, DEPTH_LEVELS))
  }
  return { bids: sideOf('bid', depth.bids, -1), asks: sideOf('ask', depth.asks, 1) }
}

const levelOf = (price: number, quantity: number, units: BookUnits): LevelEntity => ({
  price: formatPrice(price, units.pricePrecision),
  quantity: asQuantity(formatUnits(quantity, units.quantityPrecision)),
})

/** The levels of a side, formatted. */
export const levelsOf = (side: BookSide, units: BookUnits): LevelEntity[] =>
  [...side].map(([price, quantity]) => levelOf(price, quantity, units))

/** The levels of a side that differ from an earlier one, formatted; quantity 0 where a level is gone. */
export function changesOf(before: BookSide, after: BookSide, units: BookUnits): LevelEntity[] {
  const changes: LevelEntity[] = []
  for (const price of before.keys()) if (!after.has(price)) changes.push(levelOf(price, 0, units))
  for (const [price, quantity] of after)
    if (before.get(price) !== quantity) changes.push(levelOf(price, quantity, units))
  return changes
}
