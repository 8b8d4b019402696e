import { refuse } from '../../../kit/errors.ts'
import { LedgerError, type Ledger, type Mode } from '../../../kit/ledger/index.ts'
import { refusalOf } from './transfers.ts'

const isInsufficientFunds = (error: unknown): boolean =>
  error instanceof LedgerError && error.code === 'insufficientBalance'

interface TradeFunds {
  owner: string
  mode: Mode
  currency: string
  /** Amount of the hold, and the fee. */
  amount: bigint
  fee: bigint
}

/** Maps insufficient funds of the contract account to a refusal that says whether only the fee is missing. */
export async function tradeRefusal(
  ledger: Ledger,
  error: unknown,
  { owner, mode, currency, amount, fee }: TradeFunds,
): Promise<unknown> {
  if (!isInsufficientFunds(error)) return refusalOf(error)
  const { available } = await ledger.balance(owner, mode, 'contract', currency)
  return fee > 0n && available >= amount ? refuse('feeDeductionFailed') : refuse('insufficientAccountBalance')
}

/** Maps insufficient funds of the coin account to a refusal. */
export const fundsRefusal = (error: unknown): unknown =>
  isInsufficientFunds(error) ? refuse('insufficientWalletBalance') : refusalOf(error)

/** Maps a ledger error, as for a missing hold, to the given refusal. The order stays unchanged. */
export const refuseLedgerErrorAs =
  (code: 'deductionFailed' | 'frozenBalanceZero' | 'tradeAbnormal' | 'walletChangeAbnormal') =>
  (error: unknown): never => {
    throw error instanceof LedgerError ? refuse(code) : error
  }
