import { toMinor } from '../../core/decimal.ts'
import type { Account } from '../../generated/entities.ts'
import type { Market } from '../market/index.ts'
import { decimal, scaleOf } from './currencies.ts'
import type { Balance, WalletKind, Mode } from './types.ts'

export const KINDS = ['coin', 'contract'] as const satisfies WalletKind[]
/** Unit of account: every user has an account in it. */
export const UNIT_OF_ACCOUNT = 'USDT'
/** Decimals of a price. */
const PRICE_SCALE = 12

/** Returns the balance of an account without postings. */
export function emptyBalance(mode: Mode, kind: WalletKind, currency: string): Balance {
  return { mode, kind, currency, posted: 0n, held: 0n, available: 0n }
}

/** Margin and unrealised profit of open positions, in minor units of the unit of account. */
export interface PositionTotals {
  margin: bigint
  floating: bigint
}

const NO_POSITIONS: PositionTotals = { margin: 0n, floating: 0n }

/** Account entity of a balance; positions are in the unit of account only. */
export function accountOf(
  { mode, kind, currency, posted, held, available }: Balance,
  { margin, floating } = NO_POSITIONS,
): Account {
  // Balance and positions are read in sequence: a position may have been closed in between.
  const used = margin < held ? margin : held
  return {
    mode,
    kind,
    currency,
    balance: decimal(posted, currency),
    floating: decimal(floating, currency),
    availableMargin: decimal(available, currency),
    usedMargin: decimal(used, currency),
    netEquity: decimal(posted + floating, currency),
    frozen: decimal(held - used, currency),
  }
}

/** USDT per unit of the currency at the last price, scaled by PRICE_SCALE; 0 without a price. */
function rate(market: Pick<Market, 'quote'>, currency: string): bigint {
  if (currency === UNIT_OF_ACCOUNT || currency === 'USD') return 10n ** BigInt(PRICE_SCALE)
  return toMinor(market.quote(currency + UNIT_OF_ACCOUNT)?.last ?? '0', PRICE_SCALE)
}

/** The sum of balances, valued in USDT and rounded down. */
export function totalOf(
  market: Pick<Market, 'quote'>,
  mode: Mode,
  kind: WalletKind,
  balances: readonly Balance[],
  positions = NO_POSITIONS,
): Account {
  const total = emptyBalance(mode, kind, UNIT_OF_ACCOUNT)
  for (const { currency, posted, held } of balances) {
    const price = rate(market, currency)
    const unit = 10n ** BigInt(PRICE_SCALE + scaleOf(currency) - scaleOf(UNIT_OF_ACCOUNT))
    total.posted += (posted * price) / unit
    total.held += (held * price) / unit
  }
  total.available = total.posted - total.held
  return accountOf(total, positions)
}
