import { add, asPrice, compare, fromMinor, toMinor } from '../../../engine/language/values/decimal.ts'
import type { Price } from '../../../engine/language/values/units.ts'
import type { OrderBookProps } from '../../../generated/widgets/OrderBook.ts'
import { isScale, shareOf } from '../../../engine/widgets/lib/share.ts'

export type Level = OrderBookProps['bids'][number]
export type OwnOrder = NonNullable<OrderBookProps['own']>[number]
export type BookSide = 'buy' | 'sell'

/** A level as it is shown. */
export interface ShownLevel extends Level {
  /** Quantity of this level and of all better ones. */
  total: Level['quantity']
  isOwn: boolean
}

/** Whether `a` is a better price than `b` on a side. */
const isBetter = (side: BookSide, a: Price, b: Price): boolean => compare(a, b) * (side === 'buy' ? 1 : -1) > 0

export const sideOf = ({ side }: Pick<OwnOrder, 'side'>): BookSide =>
  side === 'buy' || side === 'long' ? 'buy' : 'sell'

/** A price in steps of `ticks` units of its last decimal: a bid is rounded down, an ask up. */
function groupedPrice(price: Price, side: BookSide, precision: number, ticks: number): Price {
  if (ticks === 1) return price
  const units = toMinor(price, precision, 'half-up')
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
      last.total = add(last.total, quantity)
      continue
    }
    if (shown.length === count) break
    const total = last ? add(last.total, quantity) : quantity
    shown.push({ price: group, quantity, total, isOwn: marked.has(key(group, precision)) })
  }
  return shown
}

const key = (price: Price, precision: number): string => String(toMinor(price, precision, 'half-up'))

/** The total that fills a bar: above the greatest one, in few steps, so that a change of one level seldom changes all bars. */
export function barScale(levels: readonly Pick<ShownLevel, 'total'>[]): number {
  const most = Math.max(0, ...levels.map(({ total }) => Number(total)))
  const scale = 2 ** Math.ceil(Math.log2(most))
  return isScale(scale) ? scale : 1
}

/** Share of the buyers in the quantity of both sides, in whole per cent. */
export function buyersShare(bids: readonly Level[], asks: readonly Level[]): number {
  const total = (levels: readonly Level[]) => levels.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  const [buy, sell] = [total(bids), total(asks)]
  return isScale(buy + sell) ? Math.round(shareOf(buy, buy + sell) * 100) : 50
}

/** Weight of the latest share in the smoothed one: the shown share follows in seconds, and does not jump with each tick. */
const SMOOTHING = 0.15

/** The share to show after another one was measured. */
export const smoothedShare = (before: number, measured: number): number => before + (measured - before) * SMOOTHING

/** Corners of the area below the totals of a side, in a drawing of 100 × 100 whose middle is the price between the sides. */
export function depthOutline(
  levels: readonly ShownLevel[],
  side: BookSide,
  { middle, span, most }: DepthScale,
): string {
  const xOf = (price: string): number => 50 + ((Number(price) - middle) / span) * 50
  const yOf = (total: string): number => 100 - (Number(total) / most) * 92
  const steps: [x: number, y: number][] = [[xOf(levels[0]?.price ?? String(middle)), 100]]
  for (const [index, { price, total }] of levels.entries()) {
    steps.push([xOf(price), yOf(total)])
    const next = levels[index + 1]
    if (next) steps.push([xOf(next.price), yOf(total)])
  }
  const edge = side === 'buy' ? 0 : 100
  steps.push([edge, steps.at(-1)?.[1] ?? 100], [edge, 100])
  return steps.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
}

/** Scale of a depth chart: both sides reach equally far from the middle. */
export interface DepthScale {
  middle: number
  span: number
  most: number
}

export function depthScale(buy: readonly ShownLevel[], sell: readonly ShownLevel[]): DepthScale {
  const [bid, ask] = [Number(buy[0]?.price ?? sell[0]?.price), Number(sell[0]?.price ?? buy[0]?.price)]
  const middle = (bid + ask) / 2
  const far = [buy, sell].map((side) => Math.abs(Number(side.at(-1)?.price ?? middle) - middle))
  return { middle, span: Math.max(...far) || 1, most: barScale([...buy, ...sell]) }
}
