import { LIMIT_KINDS } from '../../../../product/domain/selfLimits.ts'
import type { CallFacts } from '../../../../generated/contract.ts'
import type { Fields } from '../../../kit/api/decode.ts'
import type { ServerContext } from '../../../context.ts'
import { CURRENCIES, minor } from '../../../kit/ledger/index.ts'
import { DecimalError } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { valueInUnitOfAccount } from '../withdrawals/turnover.ts'
import { checkSelfLimits } from './limits.ts'
import { checkNotPaused } from './pauses.ts'

type Context = Pick<ServerContext, 'db' | 'clock' | 'market'>

/** Value of an amount of a payload in minor units of the unit of account. 0 for an amount that the handler refuses. */
function valueOf(context: Context, amount: unknown, currency: unknown): bigint {
  if (typeof amount !== 'string' || typeof currency !== 'string' || !CURRENCIES.includes(currency)) return 0n
  try {
    return valueInUnitOfAccount(pricesNow(context), [{ currency, amount: minor(amount as Money, currency) }])
  } catch (error) {
    if (error instanceof DecimalError) return 0n
    throw error
  }
}

/**
 * Throws a refusal if the user has restricted a call with real money: by a break, or by a limit that it would exceed (`selfLimit` of its
 * contract). Call it in the transaction of the call, under the user's lock.
 */
export async function checkSelfLimit(
  context: Context,
  { selfLimit }: CallFacts,
  userId: string,
  payload: Fields,
): Promise<void> {
  if (!selfLimit || payload.mode !== 'real') return
  const { limit, amount, by, of } = selfLimit
  if (by !== undefined && !of?.includes(String(payload[by]))) return
  await checkNotPaused(context, userId)
  if (limit === undefined) return
  const kind = LIMIT_KINDS.find((limitKind) => limitKind === limit)
  if (!kind) throw new Error(`There is no limit ${limit}`)
  await checkSelfLimits(context, userId, kind, () =>
    amount === undefined ? 0n : valueOf(context, payload[amount], payload.currency),
  )
}
