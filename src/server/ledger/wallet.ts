import { add, mul } from '../../core/decimal.ts'
import type { Account } from '../../generated/entities.ts'
import type { Market } from '../market/index.ts'
import { decimal } from './currencies.ts'
import type { Balance, Kind, Mode } from './types.ts'

export const KINDS = ['coin', 'contract'] as const satisfies Kind[]
/** What accounts are valued in, and what every user has an account of, be it empty. */
export const UNIT = 'USDT'
const UNIT_PLACES = 8

export function emptyBalance(mode: Mode, kind: Kind, currency: string): Balance {
  return { mode, kind, currency, posted: 0n, held: 0n, available: 0n }
}

/** A balance as the contract shows it. No position is open: nothing floats, and no margin is bound. */
export function accountOf({ mode, kind, currency, posted, held, available }: Balance): Account {
  const balance = decimal(posted, currency)
  return {
    mode,
    kind,
    currency,
    balance,
    floating: '0',
    availableMargin: decimal(available, currency),
    usedMargin: '0',
    netEquity: balance,
    frozen: decimal(held, currency),
  }
}

/** Units of USDT for one of the currency, at the last price; a currency without a price counts for nothing. */
function rate(market: Pick<Market, 'quote'>, currency: string): string {
  if (currency === UNIT || currency === 'USD') return '1'
  return market.quote(currency + UNIT)?.last ?? '0'
}

/** Accounts of one mode and kind as one, valued in USDT. */
export function totalOf(market: Pick<Market, 'quote'>, mode: Mode, kind: Kind, rows: readonly Account[]): Account {
  const total = accountOf(emptyBalance(mode, kind, UNIT))
  const fields = ['balance', 'floating', 'availableMargin', 'usedMargin', 'netEquity', 'frozen'] as const
  for (const row of rows) {
    if (row.mode !== mode || row.kind !== kind) continue
    const price = rate(market, row.currency)
    for (const field of fields) total[field] = add(total[field], mul(row[field], price, UNIT_PLACES, 'down'))
  }
  return total
}
