import { add, asPrice, compare, fromMinor, toMinor } from '../../../engine/language/values/decimal.ts'
import type { Price } from '../../../engine/language/values/units.ts'
import type { OrderBookProps } from '../../../generated/widgets/OrderBook.ts'
import { isScale, shareOf } from '../../../engine/widgets/lib/share.ts'

export type Level = OrderBookProps['bids'][number]
export type OwnOrder = NonNullable<OrderBookProps['own']>[number]
export type BookSide = 'buy' | 'sell'

/** A level as it is shown. */
export interface ShownLevel extends Level {
  isOwn: boolean
}

/** Whether `a` is a better price than `b` on a side. */
const isBetter = (side: BookSide, a: Price, b: Price): boolean => compare(a, b) * (side === 'buy' ? 1 : -1) > 0

export const sideOf = ({ side }: Pick<OwnOrder, 'side'>): BookSide =>
  side === 'buy' || side === 'long' ? 'buy' : 'sell'

/** A price in steps of `ticks` units of its last decimal: a bid is rounded down, an ask up. */
function groupedPrice(price: Price, side: BookSide, precision: number, ticks: number): Price {
  if (ticks === 1) return price
  const units = toMinor(price, precision, 'half-even')
  const size = BigInt(ticks)
  const rest = units % size
  const rounded = rest === 0n ? units : side === 'buy' ? units - rest : units - rest + size
  return asPrice(fromMinor(rounded, precision))
}

/** Adds own orders that the side does not have yet: they were placed a moment ago, or lie between bid and ask. */
function withOwn(levels: readonly Level[], own: readonly OwnOrder[], side: BookSide): readonly Level[] {
  const worst = levels.at(-1)
  if (!worst) return levels
  const missing = own.filter(
    ({ price }) => !isBetter(side, worst.price, price) && !levels.some((level) => compare(level.price, price) === 0),
  )
  if (missing.length === 0) return levels
  return [...levels, ...missing].toSorted((a, b) => compare(a.price, b.price) * (side === 'buy' ? -1 : 1))
}

/** The best `count` levels of a side, grouped by steps of `ticks` units of the last decimal of a price. */
export function shownLevels(
  levels: readonly Level[],
  options: { side: BookSide; own: readonly OwnOrder[]; precision: number; ticks: number; count: number },
): ShownLevel[] {
  const { side, precision, ticks, count } = options
  const own = options.own.filter((order) => sideOf(order) === side)
  const marked = new Set(own.map(({ price }) => key(groupedPrice(price, side, precision, ticks), precision)))
  const shown: ShownLevel[] = []
  for (const { price, quantity } of withOwn(levels, own, side)) {
    const group = groupedPrice(price, side, precision, ticks)
    const last = shown.at(-1)
    if (last && compare(last.price, group) === 0) {
      last.quantity = add(last.quantity, quantity)
      continue
    }
    if (shown.length === count) break
    shown.push({ price: group, quantity, isOwn: marked.has(key(group, precision)) })
  }
  return shown
}

const key = (price: Price, precision: number): string => String(toMinor(price, precision, 'half-even'))

/** The quantity that fills a bar: above the greatest one, in few steps, so that a change of one level seldom changes all bars. */
export function barScale(levels: readonly Level[]): number {
  const most = Math.max(0, ...levels.map(({ quantity }) => Number(quantity)))
  const scale = 2 ** Math.ceil(Math.log2(most))
  return isScale(scale) ? scale : 1
}

/** Share of the buyers in the quantity of both sides, in whole per cent. */
export function buyersShare(bids: readonly Level[], asks: readonly Level[]): number {
  const total = (levels: readonly Level[]) => levels.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  const [buy, sell] = [total(bids), total(asks)]
  return isScale(buy + sell) ? Math.round(shareOf(buy, buy + sell) * 100) : 50
}
