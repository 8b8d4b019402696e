import { asMoney, asPercent, toFixed } from '../../../../engine/language/values/decimal.ts'
import type { Decimal, Money, Percent, Price } from '../../../../engine/language/values/units.ts'
import {
  breakEvenPrice,
  cappedProfit,
  feeOf,
  firstStopLoss,
  liquidationPrice,
  maxLots,
  marginOf,
  notionalOf,
  openingPrice,
  percentOfMargin,
  quantityOf,
  tickValue,
  type OpenPosition,
} from '../../../../product/trading/leverage.ts'
import { isWithinTolerance, worstPrice } from '../../../../product/trading/slippage.ts'
import { mostStopLoss, stopPrice, type StopUnit } from '../../../../product/trading/stops.ts'
import { netResultAt } from '../../../../product/trading/unrealizedPnl.ts'
import { CASH_PLACES } from '../../../../product/trading/places.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { LeverQuote, LeverStop } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse, type Refusal } from '../../../kit/errors.ts'
import { decimal, minor, scaleOf, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import type { Listing, Tick } from '../market/index.ts'
import { termsName } from '../../operators/settings/termsName.ts'
import { listingOf } from '../permission.ts'
import { isPlainDecimal, isPrice } from '../price.ts'
import { heldFor, openedOf } from './entities.ts'
import { checkLimit, isImmediate } from './open.ts'
import { checkStops } from './stops.ts'
import type { PositionRow } from './tables.ts'
import {
  checkLeverage,
  checkLots,
  contractOf,
  listingOrThrow,
  instrumentFields,
  orderTerms,
  termsOf,
  currentTick,
} from './terms.ts'

type LeverQuoteInput = Calls['lever/quote']['payload']

/** Decimals of a stop in per cent or USDT. */
const PLACES = scaleOf(UNIT_OF_ACCOUNT)

/** Stops in any unit. */
type StopsInput = Pick<LeverQuoteInput, 'takeProfit' | 'stopLoss'>

/** A position with its margin and the prices its stops are compared with. */
interface StopBasis {
  listing: Listing
  position: OpenPosition
  margin: Money
  /** Of opening, paid or to be paid. */
  fee: Money
  /** Of closing, in per cent of the value. */
  closeFee: Percent
  marks: readonly Price[]
  liquidation: Price | null
}

/** Money of the contract account that no order or position holds. */
export async function available({ ledger }: ServerContext, userId: string, mode: Mode): Promise<Money> {
  return decimal((await ledger.balance(userId, mode, 'contract', UNIT_OF_ACCOUNT)).available, UNIT_OF_ACCOUNT)
}

function stopOf(basis: StopBasis, by: StopUnit, given: Decimal | null | undefined, losing: boolean): LeverStop | null {
  if (typeof given !== 'string') return null
  const wrong = refuse(losing ? 'stopLossWrong' : 'takeProfitWrong')
  if (by !== 'price' && !isPlainDecimal(given, PLACES)) throw wrong
  const { listing, position, margin } = basis
  const price = stopPrice(position, margin, by, given, losing, listing.precision)
  const tooFar = by === 'price' ? undefined : (first: Price) => refuseLoss(basis, by, first)
  if (price === null) {
    // No price is that far below the opening price.
    const first = losing ? firstStopLoss(position.side, basis.liquidation, listing.precision) : null
    throw (first !== null && tooFar?.(first)) || wrong
  }
  if (!isPrice(price, listing)) throw wrong
  checkStops(listing, position.side, losing ? { stopLoss: price } : { takeProfit: price }, basis, tooFar)
  const profit = cappedProfit(position, margin, price)
  return {
    price,
    profit,
    net: netResultAt({ ...basis, ...position, price }, price),
    percent: percentOfMargin(profit, margin),
  }
}

function refuseLoss({ position, margin }: StopBasis, by: 'percent' | 'profit', first: Price): Refusal {
  const most = toFixed(mostStopLoss(position, margin, by, first), CASH_PLACES)
  return by === 'percent'
    ? refuse('stopLossPercentTooFar', { percent: asPercent(most) })
    : refuse('stopLossAmountTooFar', { amount: asMoney(most), currency: UNIT_OF_ACCOUNT })
}

const stopsOf = (
  basis: StopBasis,
  by: StopUnit | null | undefined,
  { takeProfit, stopLoss }: StopsInput,
): Pick<LeverQuote, 'takeProfit' | 'stopLoss'> => ({
  takeProfit: stopOf(basis, by ?? 'price', takeProfit, false),
  stopLoss: stopOf(basis, by ?? 'price', stopLoss, true),
})

/** Quotes an order. */
export async function quoteOrder(
  context: ServerContext,
  userId: string,
  mode: Mode,
  input: LeverQuoteInput,
): Promise<LeverQuote> {
  const { symbol, side, kind, lots, leverage, by } = input
  const listing = listingOf(context, symbol)
  const terms = termsOf(context.operator, listing)
  checkLots(terms, lots)
  checkLeverage(terms, leverage)
  const tick = currentTick(context, symbol)
  const { lever } = context.operator.server
  const { tolerance, quoteSeconds: lasts } = lever
  const price = openedAt(listing, input, tick, tolerance)
  const contract = contractOf(listing, { lots, size: terms.size })
  const position: OpenPosition = { ...contract, side, openPrice: price }
  const margin = marginOf(contract, price, leverage)
  const fee = feeOf(contract, price, terms.fee)
  const free = await available(context, userId, mode)
  const immediate = isImmediate({ kind, side, price }, tick)
  const marks = immediate ? [tick.bid, tick.ask] : [price]
  const liquidation = liquidationPrice(position, margin, terms.maintenance, listing.precision)
  return {
    mode,
    ...instrumentFields(listing),
    side,
    kind,
    lots,
    quantity: quantityOf(contract),
    leverage,
    price,
    tolerance,
    lasts,
    terms: termsName(orderTerms(terms, lever, kind)),
    immediate: immediate ? openingPrice(side, tick) : null,
    worst:
      kind === 'market' ? worstPrice(side === 'long' ? 'buy' : 'sell', price, tolerance, listing.precision) : price,
    notional: notionalOf(contract, price),
    margin,
    fee,
    held:
      kind === 'limit'
        ? decimal(
            heldFor({ margin: minor(margin, UNIT_OF_ACCOUNT), fee: minor(fee, UNIT_OF_ACCOUNT) }),
            UNIT_OF_ACCOUNT,
          )
        : null,
    liquidation,
    breakEven: breakEvenPrice(position, fee, terms.fee, listing.precision),
    tick: tickValue(position, listing.precision),
    available: free,
    most: maxLots(free, contract, price, { ...terms, leverage }),
    ...stopsOf({ listing, position, margin, fee, closeFee: terms.fee, marks, liquidation }, by, input),
  }
}

/** The price that a quote is of: the limit; for a market order the price that was shown while it is within the tolerance, else the current one. */
function openedAt(listing: Listing, { kind, side, price }: LeverQuoteInput, tick: Tick, tolerance: Percent): Price {
  if (kind === 'market') {
    const currentPrice = openingPrice(side, tick)
    if (typeof price !== 'string') return currentPrice
    if (!isPrice(price, listing)) throw refuse('parameterError', { field: 'price' })
    return isWithinTolerance(price, currentPrice, tolerance, listing.precision) ? price : currentPrice
  }
  if (typeof price !== 'string') throw refuse('missingParameter', { name: 'price' })
  checkLimit(listing, { side, price }, tick)
  return price
}

/** Quotes the stops of an open position. */
export async function quoteStops(
  context: ServerContext,
  row: PositionRow,
  { by, ...stops }: StopsInput & { by?: StopUnit | null | undefined },
): Promise<LeverQuote> {
  const listing = listingOrThrow(context.market, row.symbol)
  const tick = currentTick(context, row.symbol)
  const position = openedOf(context, row)
  const margin = decimal(row.margin, UNIT_OF_ACCOUNT)
  const fee = decimal(row.fee, UNIT_OF_ACCOUNT)
  return {
    mode: row.mode,
    ...instrumentFields(listing),
    side: row.side,
    kind: row.kind,
    lots: row.lots,
    quantity: quantityOf(row),
    leverage: Number(row.leverage),
    price: row.open_price,
    immediate: null,
    worst: row.open_price,
    tolerance: context.operator.server.lever.tolerance,
    lasts: context.operator.server.lever.quoteSeconds,
    terms: null,
    notional: notionalOf(position, row.open_price),
    margin,
    fee,
    liquidation: row.liquidation,
    tick: tickValue(position, listing.precision),
    available: await available(context, row.user_id, row.mode),
    most: row.lots,
    ...stopsOf(
      {
        listing,
        position,
        margin,
        fee,
        closeFee: termsOf(context.operator, listing).fee,
        marks: [row.open_price, row.side === 'long' ? tick.bid : tick.ask],
        liquidation: row.liquidation,
      },
      by,
      stops,
    ),
  }
}
