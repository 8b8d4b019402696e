import type { TradeAccess } from '../../../generated/entities.ts'
import type { ServerContext } from '../../context.ts'
import { refuse, type Refusal } from '../../kit/errors.ts'
import type { Mode } from '../../kit/ledger/index.ts'
import type { Listing } from './market/index.ts'
import { checkMayTrade } from '../identity/verification/certified.ts'
import { checkAccountActive } from '../money/wallet/accountChecks.ts'
import type { Product } from './tables.ts'

export type { Product } from './tables.ts'

type Context = Pick<ServerContext, 'db' | 'clock' | 'market' | 'operator'>
type AccountBlock = Extract<TradeAccess['state'], 'frozen' | 'locked'>
type TradingState = Exclude<TradeAccess['state'], AccountBlock>

/** Throws a refusal unless the user is neither frozen nor locked, uses this mode and, to open a trade, may trade with the account in use. Call it inside the transaction. */
export async function checkTrader(db: Context['db'], userId: string, mode: Mode, opens = true): Promise<void> {
  await checkAccountActive(db, userId, mode)
  if (opens) await checkMayTrade(db, userId)
}

const REFUSALS: Readonly<Record<Exclude<TradingState, 'open'>, () => Refusal>> = {
  disabled: () => refuse('featureNotEnabled'),
  unavailable: () => refuse('featureUnavailable'),
  closing: () => refuse('tradingClosing'),
  closed: () => refuse('marketClosed'),
  notActivated: () => refuse('tradingNotActivated'),
}

/** The listing of a symbol; throws `pairNotFound`. */
export function listingOf({ market }: Pick<Context, 'market'>, symbol: string): Listing {
  const listing = market.listing(symbol)
  if (!listing) throw refuse('pairNotFound')
  return listing
}

/**
 * State of a market in which the operator's settings prevent trading, for any user; null: they do not. `selling`: the
 * user sells a coin, which a market in wind-down allows. Without a symbol only the switch of all trading counts.
 */
export function suspensionOf(
  { operator }: Pick<Context, 'operator'>,
  symbol: string | null,
  selling = false,
): Extract<TradingState, 'disabled' | 'unavailable' | 'closing'> | null {
  const { enabled, disabled, closing } = operator.server.trading
  if (!enabled) return 'disabled'
  if (symbol === null) return null
  if (disabled.includes(symbol)) return 'unavailable'
  return !selling && closing.includes(symbol) ? 'closing' : null
}

/**
 * Throws a refusal unless coins can be exchanged at the prices of two markets, that of the sold and that of the bought coin; null for
 * cash. Trading hours do not apply: flash exchange offers what is priced at any hour.
 */
export function checkExchangePermission(
  context: Pick<Context, 'operator'>,
  sold: string | null,
  bought: string | null,
): void {
  const suspension = suspensionOf(context, sold, true) ?? suspensionOf(context, bought)
  if (suspension !== null) throw REFUSALS[suspension]()
}

/** Returns whether the user has accepted the risk text of a symbol and a product; true for a product without activation. */
export async function isActivated(
  { db, operator }: Pick<Context, 'db' | 'operator'>,
  userId: string,
  symbol: string,
  product: Product,
): Promise<boolean> {
  if (!operator.server.trading.activation.includes(product)) return true
  const activation = await db
    .selectFrom('trade_activations')
    .select('created')
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('product', '=', product)
    .executeTakeFirst()
  return activation !== undefined
}

/** Blocks the user from every trade; `checkTrader` throws the refusal. */
export async function accountBlockOf({ db }: Pick<Context, 'db'>, userId: string): Promise<AccountBlock | null> {
  const { frozen, locked } = await db
    .selectFrom('users')
    .select(['frozen', 'locked'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return locked === 1n ? 'locked' : frozen === 1n ? 'frozen' : null
}

/** State of opening a new trade; of several obstacles the most permanent one. */
export async function tradingStateOf(
  context: Context,
  userId: string,
  symbol: string,
  product: Product,
): Promise<TradingState> {
  const { market, clock } = context
  const suspension = suspensionOf(context, symbol)
  if (suspension !== null) return suspension
  if (!market.isOpen(symbol, clock.nowMs())) return 'closed'
  return (await isActivated(context, userId, symbol, product)) ? 'open' : 'notActivated'
}

/**
 * Throws a refusal unless the symbol can be traded; call it inside the transaction of a money call. `selling`: what the user has is
 * sold, which a market in wind-down allows, also without activation. The state of the account is checked by checkTrader.
 */
export async function checkTradingPermission(
  context: Context,
  userId: string,
  symbol: string,
  product: Product,
  selling = false,
): Promise<Listing> {
  const listing = listingOf(context, symbol)
  const state = await tradingStateOf(context, userId, symbol, product)
  const isWindingDown = selling && state === 'closing'
  // A market in wind-down may also be outside its hours.
  if (isWindingDown && !context.market.isOpen(symbol, context.clock.nowMs())) throw REFUSALS.closed()
  if (!isWindingDown && state !== 'open') throw REFUSALS[state]()
  return listing
}
