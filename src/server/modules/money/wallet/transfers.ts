import type { Kysely, Selectable } from 'kysely'
import type { Money } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { asMoney, DecimalError } from '../../../../engine/language/values/decimal.ts'
import type { Transfer, Transferable } from '../../../../generated/entities.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import {
  CURRENCIES,
  decimal,
  LedgerError,
  MARGIN_CURRENCIES,
  minor,
  tradedUnit,
  type Balance,
  type WalletKind,
  type Mode,
  UNIT_OF_ACCOUNT,
} from '../../../kit/ledger/index.ts'
import type { WalletTables } from './tables.ts'

/** Reason of the holds that are margin of a leveraged trade. */
export const MARGIN_REASON = 'margin'

/** Whether a leveraged trade is open. Nothing may leave the contract account then: the fee of closing is paid from it. */
export async function isLeveraged(db: Kysely<Tables>, owner: string, mode: Mode): Promise<boolean> {
  const hold = await db
    .selectFrom('ledger_hold as h')
    .innerJoin('ledger_account as a', 'a.id', 'h.account')
    .select('h.id')
    .where('a.owner', '=', owner)
    .where('a.mode', '=', mode)
    .where('a.kind', '=', 'contract')
    .where('h.state', '=', 'pending')
    .where('h.reason', '=', MARGIN_REASON)
    .limit(1)
    .executeTakeFirst()
  return hold !== undefined
}

/** Throws a refusal unless the currency can be transferred. */
export function checkCurrency(currency: string): void {
  if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
  if (!MARGIN_CURRENCIES.includes(currency)) throw refuse('wrongCurrencyType')
}

/** Programs disagree on numbers with leading zeros. */
const PADDED = /^-?0\d|^-0(\.0+)?$/

/** Converts a requested amount to minor units. Throws `amountError` if it has too many decimals or leading zeros; the ledger rejects amounts up to 0. */
export function amountOf(amount: Money, currency: string): bigint {
  if (PADDED.test(amount)) throw refuse('amountError')
  try {
    return minor(amount, currency)
  } catch (error) {
    throw error instanceof DecimalError ? refuse('amountError') : error
  }
}

/**
 * Like `amountOf`, for a new payment or product: throws `amountError` also for a fraction of the traded unit, as forms do. Interest, repayments of it and
 * transfers between own accounts have such fractions.
 */
export function tradedAmountOf(amount: Money, currency: string): bigint {
  const units = amountOf(amount, currency)
  if (units % tradedUnit(currency) !== 0n) throw refuse('amountError')
  return units
}

/** Maps a ledger error to the refusal of the contract. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof LedgerError)) return error
  if (error.code === 'insufficientBalance') return refuse('insufficientBalance')
  return error.code === 'badAmount' ? refuse('amountError') : error
}

/** Converts a stored transfer to its entity. */
export function transferEntity({
  id,
  mode,
  payer,
  payee,
  currency,
  amount,
  created,
}: Selectable<WalletTables['transfers']>): Transfer {
  return { id, mode, from: payer, to: payee, currency, amount: decimal(amount, currency), time: asUnixSeconds(created) }
}

/** One row per currency with a balance in either account; the unit of account always, and first. */
export function transferables(balances: readonly Balance[], leveraged: boolean): Transferable[] {
  const withBalance = new Set(balances.filter(({ posted }) => posted > 0n).map(({ currency }) => currency))
  const available = (kind: WalletKind, currency: string) =>
    balances.find((balance) => balance.kind === kind && balance.currency === currency)?.available ?? 0n
  return MARGIN_CURRENCIES.filter((currency) => currency === UNIT_OF_ACCOUNT || withBalance.has(currency)).map(
    (currency) => ({
      currency,
      coin: decimal(available('coin', currency), currency),
      contract: leveraged ? asMoney('0') : decimal(available('contract', currency), currency),
      step: decimal(1n, currency),
    }),
  )
}
