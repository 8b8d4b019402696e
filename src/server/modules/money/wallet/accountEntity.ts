import { powerOfTen } from '../../../../engine/language/values/decimal.ts'
import type { Account } from '../../../../generated/entities.ts'
import { PRICE_SCALE, usdtPriceOf, type Prices } from '../../trading/market/valuation.ts'
import { decimal, floorToTraded, scaleOf, UNIT_OF_ACCOUNT } from '../../../kit/ledger/currencies.ts'
import type { Balance, WalletKind, Mode } from '../../../kit/ledger/types.ts'

export const KINDS = ['coin', 'contract'] as const satisfies WalletKind[]

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

/** Converts minor units of a currency to minor units of the unit of account at the last price; 0 without a price. */
export function exactWorthOf(prices: Prices, currency: string, units: bigint): bigint {
  const price = usdtPriceOf(prices, currency, 'last') ?? 0n
  return (units * price) / powerOfTen(PRICE_SCALE + scaleOf(currency) - scaleOf(UNIT_OF_ACCOUNT))
}

/** Worth rounded down to cents, so that the total is the sum of what is shown. */
const worthOf = (prices: Prices, currency: string, units: bigint): bigint =>
  floorToTraded(exactWorthOf(prices, currency, units), UNIT_OF_ACCOUNT)

/** Account entity of a balance; positions are in the unit of account only. */
export function accountOf(
  prices: Prices,
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
    worth: decimal(worthOf(prices, currency, posted), UNIT_OF_ACCOUNT),
  }
}

/** The sum of balances, valued in USDT and rounded down. */
export function totalOf(
  prices: Prices,
  mode: Mode,
  kind: WalletKind,
  balances: readonly Balance[],
  positions = NO_POSITIONS,
): Account {
  const total = emptyBalance(mode, kind, UNIT_OF_ACCOUNT)
  for (const { currency, posted, held } of balances) {
    total.posted += worthOf(prices, currency, posted)
    total.held += worthOf(prices, currency, held)
  }
  total.available = total.posted - total.held
  return accountOf(prices, total, positions)
}
