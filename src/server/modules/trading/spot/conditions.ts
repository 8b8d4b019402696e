import type { Percent, Price } from '../../../../engine/language/values/units.ts'
import { toFixed } from '../../../../engine/language/values/decimal.ts'
import { risesTo, trailingTrigger } from '../../../../product/trading/trailing.ts'
import { worstPrice } from '../../../../product/trading/slippage.ts'
import type { SpotOrder } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Bounds, Listing, Tick, Trigger } from '../market/index.ts'
import { listingOf } from '../permission.ts'
import { isPrice, isTrailingRate } from '../price.ts'
import { firstCrossing, followTrailing, limitTrigger, meetsTrigger } from '../triggers.ts'
import type { SpotOrderRow } from './tables.ts'

export type OrderSide = 'buy' | 'sell'
export type OrderKind = SpotOrder['kind']

/** How the kinds are stored: the kind of the order once its trigger has been reached, and what the trigger is. */
const STORED: Readonly<Record<OrderKind, Pick<SpotOrderRow, 'kind' | 'condition'>>> = {
  market: { kind: 'market', condition: null },
  limit: { kind: 'limit', condition: null },
  stopLimit: { kind: 'limit', condition: 'stop' },
  stopMarket: { kind: 'market', condition: 'stop' },
  oco: { kind: 'limit', condition: 'oco' },
  trailing: { kind: 'market', condition: 'trailing' },
}

export const storedKind = (kind: OrderKind): Pick<SpotOrderRow, 'kind' | 'condition'> => STORED[kind]

/** Whether an order of this kind has a limit. */
export const hasLimit = (kind: OrderKind): boolean => STORED[kind].kind === 'limit'

/** Whether an order of this kind may be executed at the market. */
export const hasTolerance = (kind: OrderKind): boolean => STORED[kind].kind === 'market' || kind === 'oco'

export function orderKind({ kind, condition }: Pick<SpotOrderRow, 'kind' | 'condition'>): OrderKind {
  if (condition === null) return kind
  if (condition === 'stop') return kind === 'limit' ? 'stopLimit' : 'stopMarket'
  return condition
}

/** Trailing orders follow prices as those that close a position: a sale as that of a long one. */
const positionSide = (side: OrderSide): 'long' | 'short' => (side === 'sell' ? 'long' : 'short')

/** Execution price: the house sells at the ask and buys at the bid. */
export const dealPrice = (side: OrderSide, { bid, ask }: Tick): Price => (side === 'buy' ? ask : bid)

const boundsOn = (side: OrderSide, bounds: Bounds): Trigger => (side === 'buy' ? { ask: bounds } : { bid: bounds })

/** Columns of a condition. */
export type Condition = Pick<SpotOrderRow, 'trigger_price' | 'rises' | 'rate' | 'best' | 'worst'>

const NONE: Condition = { trigger_price: null, rises: null, rate: null, best: null, worst: null }

interface ConditionInput {
  side: OrderSide
  kind: OrderKind
  trigger?: Price | null
  rate?: Percent | null
}

/**
 * The condition of an order that is placed at the current execution price. Throws a refusal for a trigger or a rate that cannot be placed.
 * `tolerance`: per cent by which a purchase at the market may be dearer than its trigger.
 */
export function conditionOf(
  { side, kind, trigger = null, rate = null }: ConditionInput,
  current: Price,
  listing: Listing,
  tolerance: Percent,
): Condition {
  const { condition } = STORED[kind]
  // Valid also where the kind of order has no use for it.
  if (trigger !== null && !isPrice(trigger, listing)) throw refuse('parameterError', { field: 'trigger' })
  if (rate !== null && !isTrailingRate(rate)) throw refuse('parameterError', { field: 'rate' })
  if (condition === null) return NONE
  const worst = (at: Price) =>
    side === 'buy' && hasTolerance(kind) ? worstPrice('buy', at, tolerance, listing.precision) : null
  if (condition === 'trailing') {
    if (rate === null) throw refuse('parameterError', { field: 'rate' })
    const first = trailingTrigger(positionSide(side), current, rate, listing.precision)
    return { trigger_price: null, rises: side === 'buy' ? 1n : 0n, rate, best: current, worst: worst(first) }
  }
  if (trigger === null) throw refuse('parameterError', { field: 'trigger' })
  const rises = risesTo(trigger, current)
  const price = toFixed(current, listing.precision)
  if (rises === null) throw refuse('triggerReached', { price })
  if (condition === 'oco' && rises !== (side === 'buy')) throw refuse('stopOnWrongSide', { price })
  return { trigger_price: trigger, rises: rises ? 1n : 0n, rate: null, best: null, worst: worst(trigger) }
}

/** The trigger of a condition at its stored best price; null: it has none. */
export const triggerOf = (side: OrderSide, { trigger_price: fixed, rate, best }: Condition, precision: number) =>
  fixed ?? (rate !== null && best !== null ? trailingTrigger(positionSide(side), best, rate, precision) : null)

/** Execution of an order at a tick: the rule that led to it, and the price that its owner had chosen. */
export interface Execution {
  tick: Tick
  rule: 'market' | 'limit' | 'trigger' | 'trailing'
  quoted: Price
}

/** State of an open order at a moment. */
export interface Followed {
  /** Of a trailing order. */
  best: Price | null
  /** Null: the order waits for no trigger. */
  trigger: Price | null
  triggeredMs: bigint | null
  execution: Execution | null
}

type Context = Pick<ServerContext, 'market'>

/** Follows an open order from its cursor to a moment: the tick that reaches its trigger, and the one that executes it. */
export function follow(context: Context, order: SpotOrderRow, untilMs: number): Followed {
  const { condition, best, triggered_ms: triggeredMs } = order
  const trigger = triggerOf(order.side, order, listingOf(context, order.symbol).precision)
  const so = { best, trigger, triggeredMs, execution: null }
  if (condition === null) return { ...so, execution: limitExecution(context, order, untilMs) }
  if (triggeredMs !== null) return { ...so, execution: laterExecution(context, order, trigger, untilMs) }
  if (condition === 'trailing') return followTrail(context, order, untilMs)
  if (trigger === null) throw new Error(`The order ${order.id} has no trigger`)
  const reached = order.rises === 1n ? { atLeast: trigger } : { atMost: trigger }
  const other = order.side === 'buy' ? { atMost: order.price } : { atLeast: order.price }
  const bounds = boundsOn(order.side, condition === 'oco' ? { ...reached, ...other } : reached)
  const tick = firstCrossing(context, order, bounds, untilMs)
  if (!tick) return so
  if (condition === 'oco' && meetsTrigger(tick, limitTrigger(order.side, order.price)))
    return { ...so, execution: { tick, rule: 'limit', quoted: order.price } }
  return { ...so, triggeredMs: BigInt(tick.timeMs), execution: executionAfter(context, order, tick, trigger, untilMs) }
}

function followTrail(context: Context, order: SpotOrderRow, untilMs: number): Followed {
  const { side, rate, best, id } = order
  if (rate === null || best === null) throw new Error(`The order ${id} follows no price`)
  const { precision } = listingOf(context, order.symbol)
  const so = followTrailing(context, { ...order, side: positionSide(side), rate, best }, precision, untilMs)
  if (!so.tick) return { best: so.best, trigger: so.trigger, triggeredMs: null, execution: null }
  return {
    best: so.best,
    trigger: so.trigger,
    triggeredMs: BigInt(so.tick.timeMs),
    execution: executionAfter(context, order, so.tick, so.trigger, untilMs),
  }
}

/** The limit that an order has once its trigger has been reached; null: it is executed at any price. */
export const limitAfter = ({ kind, condition, price, worst }: SpotOrderRow): Price | null =>
  kind === 'limit' && condition !== 'oco' ? price : worst

/** The execution of an order whose trigger a tick has reached: at that tick, or at the first later one within its limit. */
function executionAfter(
  context: Context,
  order: SpotOrderRow,
  tick: Tick,
  trigger: Price,
  untilMs: number,
): Execution | null {
  const limit = limitAfter(order)
  if (limit === null || meetsTrigger(tick, limitTrigger(order.side, limit)))
    return { tick, ...ruleAfter(order, trigger) }
  return laterExecution(context, { ...order, checked_ms: BigInt(tick.timeMs) }, trigger, untilMs)
}

function laterExecution(
  context: Context,
  order: SpotOrderRow,
  trigger: Price | null,
  untilMs: number,
): Execution | null {
  const limit = limitAfter(order)
  if (limit === null) throw new Error(`The order ${order.id} is executed at its trigger`)
  const tick = firstCrossing(context, order, limitTrigger(order.side, limit), untilMs)
  return tick && { tick, ...ruleAfter(order, trigger ?? limit) }
}

/** A stop-limit order is executed as a limit order, the others by their trigger. */
const ruleAfter = (order: SpotOrderRow, trigger: Price): Pick<Execution, 'rule' | 'quoted'> =>
  orderKind(order) === 'stopLimit'
    ? { rule: 'limit', quoted: order.price }
    : { rule: order.condition === 'trailing' ? 'trailing' : 'trigger', quoted: trigger }

function limitExecution(context: Context, order: SpotOrderRow, untilMs: number): Execution | null {
  const tick = firstCrossing(context, order, limitTrigger(order.side, order.price), untilMs)
  return tick && { tick, rule: 'limit', quoted: order.price }
}
