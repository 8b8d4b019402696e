import { compare, toFixed } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import {
  firstStopLoss,
  hasReachedStopLoss,
  isValidStopLoss,
  isValidTakeProfit,
  type PositionSide,
} from '../../../../product/trading/leverage.ts'
import { refuse, type Refusal } from '../../../kit/errors.ts'
import type { Listing, Trigger } from '../market/index.ts'
import type { DealRow, PositionRow } from './tables.ts'
import { isPrice } from '../price.ts'

export interface Stops {
  takeProfit?: Price | null | undefined
  stopLoss?: Price | null | undefined
}

/**
 * Throws a refusal for a stop on the wrong side of the opening or current price, and for a stop-loss that liquidation would precede:
 * `tooFar` names the first price that would not, in the unit of the stop.
 */
export function checkStops(
  listing: Listing,
  side: PositionSide,
  { takeProfit, stopLoss }: Stops,
  { marks, liquidation }: { marks: readonly Price[]; liquidation: Price | null },
  tooFar = (first: Price): Refusal => refuse('stopLossTooFar', { price: toFixed(first, listing.precision) }),
): void {
  if (typeof takeProfit === 'string' && !(isPrice(takeProfit, listing) && isValidTakeProfit(side, takeProfit, marks)))
    throw refuse('takeProfitWrong')
  if (typeof stopLoss === 'string' && !(isPrice(stopLoss, listing) && isValidStopLoss(side, stopLoss, marks)))
    throw refuse('stopLossWrong')
  const first = firstStopLoss(side, liquidation, listing.precision)
  if (
    typeof stopLoss === 'string' &&
    first !== null &&
    hasReachedStopLoss(side, stopLoss, first) &&
    compare(stopLoss, first) !== 0
  )
    throw tooFar(first)
}

/** The bound that is reached first when the price moves against a position. */
function nearer(side: PositionSide, a: Price | null, b: Price | null): Price | null {
  if (a === null || b === null) return a ?? b
  return hasReachedStopLoss(side, a, b) ? b : a
}

/** Trigger that closes a position: long at the bid, short at the ask. */
export function closingTrigger({
  side,
  take_profit: gain,
  stop_loss,
  liquidation,
}: Pick<PositionRow, 'side' | 'take_profit' | 'stop_loss' | 'liquidation'>): Trigger | null {
  const loss = nearer(side, stop_loss, liquidation)
  if (gain === null && loss === null) return null
  if (side === 'long')
    return { bid: { ...(gain !== null && { atLeast: gain }), ...(loss !== null && { atMost: loss }) } }
  return { ask: { ...(gain !== null && { atMost: gain }), ...(loss !== null && { atLeast: loss }) } }
}

/** Reason why a price closes a position. A gap through the stop-loss to the liquidation price is a liquidation. */
export function reasonAt({ side, stop_loss, liquidation }: PositionRow, price: Price): DealRow['reason'] {
  if (liquidation !== null && hasReachedStopLoss(side, price, liquidation)) return 'liquidation'
  return stop_loss !== null && hasReachedStopLoss(side, price, stop_loss) ? 'stopLoss' : 'takeProfit'
}
