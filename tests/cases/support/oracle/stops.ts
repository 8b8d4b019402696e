import { Decimal } from './decimal.ts'

/** Independent integer implementation of stops in another unit and of the lots that an amount pays for; see src/product/trading/. */
const UNIT = 10n ** 12n
const WAYS = ['price', 'percent', 'profit']
const HUNDRED = new Decimal(100n * UNIT)

const down = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)
const up = (a: bigint, b: bigint): bigint => -down(-a, b)
/** a ÷ b with `digits` decimal places, rounded to the side of `to`. */
function over(a: bigint, b: bigint, digits: number, to: (a: bigint, b: bigint) => bigint): Decimal {
  const step = 10n ** BigInt(12 - digits)
  return new Decimal(to(a, b * step) * step)
}

interface Position {
  long: boolean
  inverse: boolean
  open: Decimal
  quantity: Decimal
  margin: Decimal
  precision: number
}

function positionOf(position: unknown, lots: Decimal): Position {
  const read = (name: string): unknown =>
    position instanceof Map ? position.get(name) : (position as Record<string, unknown>)[name]
  const [open, inverse] = [read('openPrice') as Decimal, read('inverse') === true]
  const quantity = lots.times(read('size') as Decimal)
  const worth = inverse ? over(quantity.units, 1n, 8, up) : over(quantity.units * open.units, UNIT, 8, up)
  return {
    long: read('side') === 'long',
    inverse,
    open,
    quantity,
    margin: over(worth.units, BigInt(read('leverage') as bigint | number), 2, up),
    precision: Number(read('precision')),
  }
}

/** The price at which the difference of two prices, multiplied, is this profit. */
function priceOf({ long, inverse, open, quantity, precision }: Position, profit: Decimal): Decimal | null {
  const gained = long ? profit : profit.negated()
  const worth = open.times(quantity)
  const [above, below] = inverse ? [worth, quantity.minus(gained)] : [worth.plus(gained), quantity]
  return below.units <= 0n ? null : over(above.units * UNIT, below.units, precision, long ? up : down)
}

function profitAt({ long, inverse, open, quantity }: Position, price: Decimal): Decimal {
  const gained = (long ? price.minus(open) : open.minus(price)).times(quantity)
  return inverse ? over(gained.units * UNIT, price.units, 12, down) : gained
}

export function stopInUnit(given: Decimal, from: string, ...[to, losing, position]: unknown[]): Decimal | null {
  if (from === to) return given
  if (!WAYS.includes(from) || !WAYS.includes(String(to))) return null
  const lots = (position instanceof Map ? position.get('lots') : (position as { lots: unknown }).lots) as Decimal
  const sized = lots.units > 0n
  if (!sized && (from === 'profit' || to === 'profit')) return null
  const terms = positionOf(position, sized ? lots : new Decimal(UNIT))
  if (terms.open.units <= 0n) return null
  const sign = (value: Decimal): Decimal => (losing === true ? value.negated() : value)
  const amount = from === 'percent' ? over(terms.margin.times(given).units, 100n, 2, up) : given
  const price = from === 'price' ? given : priceOf(terms, sign(amount))
  if (price === null || price.units <= 0n) return null
  if (to === 'price') return price.plain()
  const [result, most] = [profitAt(terms, price), terms.margin.negated()]
  const profit = result.units < most.units ? most : result
  if (sign(profit).units <= 0n) return null
  for (let digits = 2; ; digits++) {
    const rounded =
      to === 'profit'
        ? over(profit.units, 1n, digits, down)
        : over(profit.times(HUNDRED).units * UNIT, terms.margin.units, digits, down)
    const written = sign(rounded)
    const cash = to === 'percent' ? over(terms.margin.times(written).units, 100n, 2, up) : written
    if (digits === 8 || priceOf(terms, sign(cash))?.units === price.units) return written.plain()
  }
}

/** The lots are found by halving: more lots never cost less. */
export function lotsWithin(amount: Decimal, position: unknown, ...[fee, step, most]: Decimal[]): Decimal {
  if (!fee || !step || !most) throw new Error('A fee, a step and a maximum are missing')
  const costOf = (count: bigint): bigint => {
    const { inverse, open, quantity, margin } = positionOf(position, new Decimal(count * step.units))
    const worth = inverse ? over(quantity.units, 1n, 8, up) : over(quantity.units * open.units, UNIT, 8, up)
    return margin.units + over(worth.times(fee).units, 100n, 8, up).units
  }
  const cents = over(amount.units, 1n, 2, down).units
  const one = positionOf(position, step)
  const worth = one.inverse ? one.quantity : one.quantity.times(one.open)
  if (amount.units <= 0n || worth.units <= 0n || fee.units < 0n) return new Decimal(0n)
  let count = down(most.units, step.units)
  if (count < 0n) count = 0n
  let low = 0n
  while (low < count) {
    const middle = (low + count + 1n) / 2n
    if (costOf(middle) <= cents) low = middle
    else count = middle - 1n
  }
  return new Decimal(count * step.units).plain()
}
