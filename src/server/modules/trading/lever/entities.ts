import type { Money, Price, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { asMoney, canonical, mul, sub } from '../../../../engine/language/values/decimal.ts'
import { closingPrice, floatingProfit, quantityOf, type OpenPosition } from '../../../../product/trading/leverage.ts'
import type { LeverDeal, LeverOrder, LeverPosition } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { ceilToTraded, decimal, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { isInverse } from '../market/instruments.ts'
import type { DealRow, OrderRow, PositionRow } from './tables.ts'
import { listingOrThrow, opensAt, instrumentFields, termsOf, currentTick } from './terms.ts'

type Context = Pick<ServerContext, 'market' | 'clock' | 'operator'>

const usdt = (units: bigint): Money => decimal(units, UNIT_OF_ACCOUNT)
const time = (seconds: bigint | null): UnixSeconds | null => (seconds === null ? null : asUnixSeconds(seconds))

/** Minor units on hold for an open order. */
export const heldFor = ({ margin, fee }: Pick<OrderRow, 'margin' | 'fee'>): bigint =>
  ceilToTraded(margin + fee, UNIT_OF_ACCOUNT)

/** A position as input of the trading formulas. */
export const openedOf = (
  context: Pick<Context, 'market'>,
  { symbol, side, lots, size, open_price }: PositionRow,
): OpenPosition => ({
  side,
  lots,
  size,
  inverse: isInverse(listingOrThrow(context.market, symbol)),
  openPrice: open_price,
})

/** Unrealised profit of a position at the current price. */
export function unrealizedPnlOf(
  context: Pick<Context, 'market' | 'clock'>,
  row: PositionRow,
): { price: Price; profit: Money } {
  const price = closingPrice(row.side, currentTick(context, row.symbol))
  return { price, profit: floatingProfit(openedOf(context, row), usdt(row.margin), price) }
}

/** Converts a stored position to its entity, with its unrealised profit at the current price. `opens` is null while the market is open. */
export function positionEntity(context: Context, row: PositionRow): LeverPosition {
  const listing = listingOrThrow(context.market, row.symbol)
  return {
    id: row.id,
    mode: row.mode,
    ...instrumentFields(listing),
    inverse: isInverse(listing),
    side: row.side,
    kind: row.kind,
    lots: row.lots,
    size: row.size,
    quantity: quantityOf(row),
    step: termsOf(context.operator, listing).step,
    leverage: Number(row.leverage),
    margin: usdt(row.margin),
    fee: usdt(row.fee),
    closeFee: termsOf(context.operator, listing).fee,
    openPrice: row.open_price,
    ...unrealizedPnlOf(context, row),
    takeProfit: row.take_profit,
    stopLoss: row.stop_loss,
    liquidation: row.liquidation,
    status: Number(row.status),
    opens: opensAt(context, row.symbol),
    time: asUnixSeconds(row.created),
  }
}

/** Converts a stored order to its entity. `position` and `dealPrice` are null unless it is filled. */
export function orderEntity(context: Pick<Context, 'market'>, row: OrderRow): LeverOrder {
  return {
    id: row.id,
    mode: row.mode,
    ...instrumentFields(listingOrThrow(context.market, row.symbol)),
    side: row.side,
    kind: row.kind,
    lots: row.lots,
    size: row.size,
    quantity: quantityOf(row),
    leverage: Number(row.leverage),
    price: row.price,
    dealPrice: row.deal_price,
    takeProfit: row.take_profit,
    stopLoss: row.stop_loss,
    margin: usdt(row.margin),
    fee: usdt(row.fee),
    held: row.hold === null ? asMoney('0') : usdt(heldFor(row)),
    status: Number(row.status),
    reason: row.reason,
    position: row.deal_price === null ? null : row.id,
    time: asUnixSeconds(row.created),
    finished: time(row.finished),
  }
}

/** Converts the stored closing of a position to its entity; `net` is the profit minus the fee. */
export async function dealEntity(context: Pick<ServerContext, 'market' | 'db'>, row: DealRow): Promise<LeverDeal> {
  const { status } = await context.db
    .selectFrom('lever_positions')
    .select('status')
    .where('id', '=', row.position)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    position: row.position,
    mode: row.mode,
    ...instrumentFields(listingOrThrow(context.market, row.symbol)),
    side: row.side,
    leverage: Number(row.leverage),
    lots: canonical(row.lots),
    quantity: mul(row.lots, row.size),
    margin: usdt(row.margin),
    openPrice: row.open_price,
    closePrice: row.close_price,
    profit: usdt(row.profit),
    fee: usdt(row.fee),
    net: sub(usdt(row.profit), usdt(row.fee)),
    reason: row.reason,
    status: Number(status),
    opened: asUnixSeconds(row.opened),
    time: asUnixSeconds(row.created),
  }
}
