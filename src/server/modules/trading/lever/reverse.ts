import { add, sub } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { closingPrice } from '../../../../product/trading/leverage.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { LeverReversal } from '../../../../generated/entities.ts'
import { stopped } from '../../../kit/clock.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { UserRow } from '../../identity/tables.ts'
import { decimal, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { closeAtMarket, closingAmounts, isClosable, openPosition, untriggeredPosition } from './close.ts'
import { executeOwnDue } from './closeOrders.ts'
import { placeOrder } from './open.ts'
import { quoteOrder } from './quote.ts'
import type { DealRow, OrderRow, PositionRow } from './tables.ts'
import { currentTick } from './terms.ts'

const otherSide = ({ side }: Pick<PositionRow, 'side'>) => (side === 'long' ? 'short' : 'long')

/** Quotes the reversal of a position of this user. */
export async function quoteReversal(
  { clock, ...rest }: ServerContext,
  userId: string,
  id: string,
): Promise<LeverReversal> {
  const context = { ...rest, clock: stopped(clock) }
  const row = await untriggeredPosition(context, userId, id)
  const { mode, symbol, lots } = row
  const quote = await quoteOrder(context, userId, mode, {
    symbol,
    side: otherSide(row),
    kind: 'market',
    lots,
    leverage: Number(row.leverage),
  })
  const amounts = closingAmounts(context, row, lots, closingPrice(row.side, currentTick(context, symbol)))
  const usdt = (units: bigint): Money => decimal(units, UNIT_OF_ACCOUNT)
  const [profit, opening, closing] = [usdt(amounts.profit), usdt(amounts.opening), usdt(amounts.fee)]
  const { base, currency, class: kind, precision, side, quantity, leverage, price, worst } = quote
  const { tolerance, lasts, terms, margin, fee, liquidation, available } = quote
  return {
    mode,
    position: id,
    symbol,
    base,
    currency,
    class: kind,
    precision,
    side,
    lots,
    quantity,
    leverage,
    price,
    worst,
    tolerance,
    lasts,
    terms,
    profit,
    opening,
    closing,
    net: sub(sub(profit, opening), closing),
    margin,
    fee,
    liquidation,
    available: sub(add(add(available, usdt(row.margin)), profit), closing),
  }
}

/** Closes a position and opens its lots on the other side, at one tick, in the transaction of a money call. */
export async function reversePosition(
  { clock, ...rest }: ServerContext,
  user: UserRow,
  { id, mode, symbol, side, price, terms = null }: Calls['lever/reverse']['payload'],
): Promise<{ deal: DealRow; order: OrderRow }> {
  const context = { ...rest, clock: stopped(clock) }
  await checkAccountActive(context.db, user.id, mode)
  await executeOwnDue(context, user.id, { mode, id })
  const row = await openPosition(context, user.id, id, { mode, symbol })
  if (side !== otherSide(row)) throw refuse('parameterError', { field: 'side' })
  if (!isClosable(context, row)) throw refuse('marketClosed')
  const deal = await closeAtMarket(context, row, row.lots, price)
  const { lots, leverage } = row
  const order = await placeOrder(context, user, row.class === 'crypto' ? 'crypto' : 'wh', {
    mode,
    symbol,
    side,
    kind: 'market',
    lots,
    leverage: Number(leverage),
    price,
    terms,
  })
  return { deal, order }
}
