import type { Money, Percent, Price, Quantity } from '../../../../engine/language/values/units.ts'
import {
  asPrice,
  asQuantity,
  compare,
  DecimalError,
  div,
  fromMinor,
  isMultiple,
  min,
  mul,
  toFixed,
} from '../../../../engine/language/values/decimal.ts'
import { spotCost, type SpotCost } from '../../../../product/trading/cost.ts'
import { isWithinTolerance, worstPrice } from '../../../../product/trading/slippage.ts'
import type { SpotInfo, SpotQuote } from '../../../../generated/entities.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import {
  ceilToTraded,
  decimal,
  floorToTraded,
  minor,
  scaleOf,
  type Mode,
  UNIT_OF_ACCOUNT,
} from '../../../kit/ledger/index.ts'
import type { Listing, Tick } from '../market/index.ts'
import { isInverse } from '../market/instruments.ts'
import { termsName } from '../../operators/settings/termsName.ts'
import { listingOf } from '../permission.ts'
import { hasLeadingZeros, isPrice } from '../price.ts'
import { limitTrigger, meetsTrigger } from '../triggers.ts'
import { coinsOf, purchasesOf } from './average.ts'
import {
  conditionOf,
  dealPrice,
  hasLimit,
  hasTolerance,
  triggerOf,
  type Condition,
  type OrderKind,
  type OrderSide,
} from './conditions.ts'
import type { SpotOrderRow } from './tables.ts'

export type Rules = OperatorServer['spot']['defaults']

export interface SpotOrderInput {
  symbol: string
  side: OrderSide
  kind: OrderKind
  /** The limit; for an order without one the confirmed price, if any. */
  price: Price | null
  /** Of a quote for a market order: the price that was shown, if any. */
  seen?: Price | null
  trigger?: Price | null
  rate?: Percent | null
  timeInForce?: SpotOrderRow['time_in_force']
  quantity: Quantity
  /** Name of the confirmed terms, if any. */
  terms?: string | null
}

/** An order at current prices. */
export interface PricedOrder extends SpotCost {
  listing: Listing
  rules: Rules
  tick: Tick
  /** The limit, otherwise the current price. */
  price: Price
  condition: Condition
  /** The worst price that the amounts are of: what the hold must pay for. */
  costed: Price
  quantity: Quantity
  /** Whether the order fills immediately. */
  immediate: boolean
}

/** Returns the operator's rules for a symbol: the defaults with the overrides of the symbol. */
export function rulesOf({ operator }: Pick<ServerContext, 'operator'>, symbol: string): Rules {
  const { defaults, symbols } = operator.server.spot
  return { ...defaults, ...symbols[symbol] }
}

/** Terms of an order: the settings that its confirmation shows. */
export const orderTerms = ({ fee }: Rules, { tolerance }: OperatorServer['spot'], kind: OrderKind) => ({
  fee,
  tolerance: hasTolerance(kind) ? tolerance : null,
})

/** Returns the amounts of an order at a price, with the decimals of the ledger; remainders go to the house. */
export function costOf(
  { base, quote }: Pick<Listing, 'base' | 'quote'>,
  side: OrderSide,
  price: Price,
  quantity: Quantity,
  fee: Percent,
): SpotCost {
  return spotCost({ side, price, quantity, fee, baseDigits: scaleOf(base), quoteDigits: scaleOf(quote) })
}

/** Returns the tick in force now; throws the refusal `pairNotFound` for an unknown symbol. */
export function currentTick({ market, clock }: Pick<ServerContext, 'market' | 'clock'>, symbol: string): Tick {
  const tick = market.tickAt(symbol, clock.nowMs())
  if (!tick) throw refuse('pairNotFound')
  return tick
}

function checkQuantity(quantity: Quantity, { step, minimum, maximum }: Rules): void {
  if (compare(quantity, '0') <= 0 || hasLeadingZeros(quantity)) throw refuse('quantityNotPositive')
  if (!isMultiple(quantity, step)) throw refuse('quantityNotMultiple', { step })
  if (compare(quantity, minimum) < 0) throw refuse('quantityBelowMinimum', { quantity: minimum })
  if (compare(quantity, maximum) > 0) throw refuse('quantityAboveMaximum', { quantity: maximum })
}

/** Returns the price; throws the refusal `parameterError` unless it is positive, with at most the decimals of the symbol. */
export function checkPrice(price: Price | null, listing: Listing): Price {
  if (price === null || !isPrice(price, listing)) throw refuse('parameterError', { field: 'price' })
  return price
}

/** The limit of an order; throws a refusal for a sale below the price that it would be placed at: the current one, or its trigger. */
function checkLimit({ side, kind, price: given, trigger }: SpotOrderInput, current: Price, listing: Listing): Price {
  const price = checkPrice(given, listing)
  if (side === 'buy') return price
  if (kind === 'stopLimit' && trigger && isPrice(trigger, listing)) {
    if (compare(price, trigger) < 0) throw refuse('limitBelowTrigger', { price: toFixed(trigger, listing.precision) })
  } else if (compare(price, current) < 0)
    throw refuse('limitBelowPrice', { price: toFixed(current, listing.precision) })
  return price
}

/** Throws a refusal if the price would fill an order at once that must wait, or would not fill one that must not. */
function checkTimeInForce(
  { kind, timeInForce = null }: SpotOrderInput,
  reached: boolean,
  current: Price,
  listing: Listing,
): void {
  if (kind !== 'limit' && timeInForce !== null && timeInForce !== 'gtc')
    throw refuse('parameterError', { field: 'timeInForce' })
  const price = toFixed(current, listing.precision)
  if (reached && (kind === 'oco' || timeInForce === 'postOnly')) throw refuse('filledAtOnce', { price })
  if (!reached && timeInForce === 'ioc') throw refuse('notFilledAtOnce', { price })
}

/** The price that was shown while it is within the tolerance, else the current one. */
function seenPrice({ kind, seen = null }: SpotOrderInput, current: Price, listing: Listing, tolerance: Percent): Price {
  if (kind !== 'market' || seen === null) return current
  return isWithinTolerance(checkPrice(seen, listing), current, tolerance, listing.precision) ? seen : current
}

/** Prices an order now. Throws a refusal for a broken rule. */
export function priceOrder(
  context: Pick<ServerContext, 'market' | 'clock' | 'operator'>,
  input: SpotOrderInput,
): PricedOrder {
  const { symbol, side, kind, quantity } = input
  const listing = listingOf(context, symbol)
  const rules = rulesOf(context, symbol)
  try {
    checkQuantity(quantity, rules)
    const tick = currentTick(context, symbol)
    const current = dealPrice(side, tick)
    const price = hasLimit(kind)
      ? checkLimit(input, current, listing)
      : seenPrice(input, current, listing, context.operator.server.spot.tolerance)
    const reached = hasLimit(kind) && meetsTrigger(tick, limitTrigger(side, price))
    checkTimeInForce(input, reached, current, listing)
    const condition = conditionOf(input, current, listing, context.operator.server.spot.tolerance)
    const costed =
      condition.worst ?? (hasLimit(kind) ? price : (triggerOf(side, condition, listing.precision) ?? price))
    const cost = costOf(listing, side, costed, quantity, rules.fee)
    const { minimumAmount, maximumAmount } = rules
    if (compare(cost.amount, minimumAmount) < 0)
      throw refuse('orderBelowMinimum', { amount: minimumAmount, currency: listing.quote })
    if (compare(cost.amount, maximumAmount) > 0)
      throw refuse('orderAboveMaximum', { amount: maximumAmount, currency: listing.quote })
    const immediate = kind === 'market' || (kind === 'limit' && reached)
    return { ...cost, listing, rules, tick, price, condition, costed, quantity, immediate }
  } catch (error) {
    // A quantity or price outside the range of decimals.
    throw error instanceof DecimalError ? refuse('parameterError', { field: 'quantity' }) : error
  }
}

/** Spendable balance of a currency in the coin account, in amounts that are traded. */
async function spendable({ ledger }: ServerContext, userId: string, mode: Mode, currency: string): Promise<Money> {
  const { available } = await ledger.balance(userId, mode, 'coin', currency)
  return decimal(floorToTraded(available, currency), currency)
}

/**
 * Reduces a market purchase to what the balance pays for, if the price has risen within the tolerance: a user can spend all of a balance.
 * Other orders are unchanged.
 */
export async function withinBalance<Input extends SpotOrderInput>(
  context: ServerContext,
  userId: string,
  mode: Mode,
  input: Input,
): Promise<Input> {
  if (input.side !== 'buy' || input.kind !== 'market') return input
  const { listing, rules, pay, price } = priceOrder(context, input)
  const available = await spendable(context, userId, mode, listing.quote)
  if (compare(pay, available) <= 0) return input
  const isWithinTolerance = compare(input.quantity, mostOf(context, available, price, listing, rules)) <= 0
  return isWithinTolerance ? { ...input, quantity: affordable(available, price, listing, rules) } : input
}

/** The largest quantity that an amount pays for at a price that is better by the tolerance. */
const mostOf = (
  { operator }: Pick<ServerContext, 'operator'>,
  available: Money,
  ask: Price,
  listing: Listing,
  rules: Rules,
): Quantity =>
  affordable(available, worstPrice('sell', ask, operator.server.spot.tolerance, listing.precision), listing, rules)

/** The hold of an order: its payment, rounded up to an amount that is traded. */
export const heldFor = ({ pay }: Pick<PricedOrder, 'pay'>, currency: string): bigint =>
  ceilToTraded(minor(pay, currency), currency)

/** Converts a priced order to its quote. `worst` is the worst price accepted by the order; `lasts` is in seconds. */
export function quoteEntity(input: SpotOrderInput, priced: PricedOrder, spot: OperatorServer['spot']): SpotQuote {
  const { symbol, side, kind, quantity, timeInForce = null } = input
  const { listing, rules, price, condition, costed, amount, pay, receive, fee, immediate, tick } = priced
  const { base, quote, precision } = listing
  const buys = side === 'buy'
  return {
    symbol,
    base,
    currency: quote,
    side,
    kind,
    precision,
    price,
    trigger: triggerOf(side, condition, precision),
    rises: condition.rises === null ? null : condition.rises === 1n,
    rate: condition.rate,
    timeInForce,
    quantity,
    amount,
    pay,
    held: decimal(heldFor(priced, buys ? quote : base), buys ? quote : base),
    receive,
    fee,
    payCurrency: buys ? quote : base,
    receiveCurrency: buys ? base : quote,
    immediate: immediate ? dealPrice(side, tick) : null,
    worst: kind === 'market' ? worstPrice(side, price, spot.tolerance, precision) : costed,
    tolerance: spot.tolerance,
    lasts: spot.quoteSeconds,
    terms: termsName(orderTerms(rules, spot, kind)),
  }
}

/** The largest quantity that an amount of the quote currency pays for at a price. */
export const affordable = (available: Money, price: Price, { base }: Pick<Listing, 'base'>, rules: Rules): Quantity =>
  inSteps(div(available, price, scaleOf(base), 'floor'), rules)

/** Rounds a quantity down to whole steps, at most the maximum. */
function inSteps(quantity: Quantity, { step, maximum }: Rules): Quantity {
  return mul(div(min(quantity, maximum), step, 0, 'floor'), step)
}

/** Cost of the coins that were bought; nothing for a pair whose quote currency is converted to the unit of account. */
async function holdingOf(
  context: ServerContext,
  of: Pick<SpotOrderRow, 'user_id' | 'mode' | 'base'>,
  { base, quote, precision }: Listing,
): Promise<Pick<SpotInfo, 'bought' | 'cost' | 'averageCost'>> {
  if (isInverse({ quote })) return { bought: null, cost: null, averageCost: null }
  const held = await purchasesOf(context, of, await coinsOf(context, of))
  const [bought, cost] = [asQuantity(decimal(held.quantity, base)), decimal(held.cost, UNIT_OF_ACCOUNT)]
  return { bought, cost, averageCost: held.quantity === 0n ? null : asPrice(div(cost, bought, precision, 'ceil')) }
}

/**
 * Returns the prices, rules and balances of a spot ticket, and the largest quantities the user can buy at the ask, and sell. Throws
 * `pairNotFound`.
 */
export async function infoOf(context: ServerContext, userId: string, mode: Mode, symbol: string): Promise<SpotInfo> {
  const listing = listingOf(context, symbol)
  const { base, quote, precision } = listing
  const [coins, money] = await Promise.all([
    context.ledger.balance(userId, mode, 'coin', base),
    context.ledger.balance(userId, mode, 'coin', quote),
  ])
  const rules = rulesOf(context, symbol)
  const available = decimal(floorToTraded(money.available, quote), quote)
  const { bid, ask } = currentTick(context, symbol)
  const amounts = {
    available,
    frozen: decimal(money.held, quote),
    coins: asQuantity(decimal(coins.available, base)),
    coinsFrozen: asQuantity(decimal(coins.held, base)),
  }
  const holding = await holdingOf(context, { user_id: userId, mode, base }, listing)
  const most = {
    buyable: affordable(available, ask, listing, rules),
    sellable: inSteps(amounts.coins, rules),
  }
  return {
    symbol,
    base,
    currency: quote,
    mode,
    precision,
    priceStep: asPrice(fromMinor(1n, precision)),
    bid,
    ask,
    ...rules,
    ...amounts,
    ...most,
    ...holding,
  }
}
