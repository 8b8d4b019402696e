import type { Money } from '../../../../engine/language/values/units.ts'
import { compare } from '../../../../engine/language/values/decimal.ts'
import type { WithdrawalOption, WithdrawalQuote, WithdrawalWay } from '../../../../generated/entities.ts'
import type { OperatorConfig } from '../../../config.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { payeeHolds } from '../../identity/security/holds.ts'
import { decimal, minor, tradedUnit, type Mode } from '../../../kit/ledger/index.ts'
import { checkHolder, displayNumber, payeesOf, payeeUse } from '../payees/payees.ts'
import type { PayeeRow } from '../payees/tables.ts'
import { checkWhitelist } from '../payees/whitelist.ts'
import { tradedAmountOf } from '../wallet/transfers.ts'
import { checkLimits } from './limits.ts'

type Option = OperatorConfig['server']['withdrawals'][number]

/** Options of a payee: all card currencies for a card, its own currency for an address. */
function optionsFor({ server }: OperatorConfig, { kind, currency, network }: PayeeRow): Option[] {
  return server.withdrawals.filter((withdrawal) =>
    kind === 'card'
      ? withdrawal.channel === 'card'
      : withdrawal.channel === 'wallet' && withdrawal.currency === currency && withdrawal.network === network,
  )
}

/** The operator's withdrawal options of a currency. */
export const withdrawalOptions = ({ server }: OperatorConfig, currency: string): WithdrawalOption[] =>
  server.withdrawals.filter((withdrawal) => withdrawal.currency === currency)

/** All withdrawal methods of a user, with fee, limits and available balance. */
export async function withdrawalMethods(
  context: Pick<ServerContext, 'db' | 'clock' | 'ledger' | 'operator'>,
  userId: string,
  mode: Mode,
): Promise<WithdrawalWay[]> {
  const { db, ledger, operator } = context
  const balances = await ledger.balances(userId, mode)
  const available = (currency: string) =>
    balances.find((balance) => balance.kind === 'coin' && balance.currency === currency)?.available ?? 0n
  const payees = await payeesOf(db, userId)
  const { holds, paid } = await payeeHolds(context, userId, payees)
  return payees.flatMap((payee) =>
    optionsFor(operator, payee).map(({ currency, network, fee, minimum, maximum }) => ({
      id: `${payee.id}_${currency}`,
      payee: payee.id,
      kind: payee.kind,
      number: displayNumber(payee),
      label: payee.label,
      network,
      currency,
      available: decimal(available(currency), currency),
      fee,
      minimum,
      maximum,
      step: decimal(tradedUnit(currency), currency),
      ...payeeUse(paid.get(payee.id), holds.get(payee.id)?.until),
      heldBy: holds.get(payee.id)?.cause ?? null,
    })),
  )
}

export interface WithdrawalQuoteInput {
  payee: string
  currency: string
  amount: Money
}

/** Amount and fee of a withdrawal. Throws a refusal for an amount outside the limits. */
export async function quoteOf(
  context: Pick<ServerContext, 'db' | 'clock' | 'operator' | 'market'>,
  userId: string,
  { payee: id, currency, amount }: WithdrawalQuoteInput,
): Promise<{ payee: PayeeRow; amount: bigint; fee: bigint }> {
  const { db, operator } = context
  const payee = await db
    .selectFrom('payees')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst()
  if (!payee) throw refuse('dataNotFound')
  await checkHolder(db, userId, payee)
  await checkWhitelist(context, userId, payee)
  const option = optionsFor(operator, payee).find((option) => option.currency === currency)
  if (!option) throw refuse('wrongCurrencyType')
  const units = tradedAmountOf(amount, currency)
  const fee = minor(option.fee, currency)
  if (units <= 0n) throw refuse('amountError')
  if (compare(amount, option.minimum) < 0 || units <= fee)
    throw refuse('amountBelowMinimum', { amount: option.minimum, currency })
  if (compare(amount, option.maximum) > 0) throw refuse('amountAboveMaximum', { amount: option.maximum, currency })
  await checkLimits(context, userId, { currency, amount: units })
  return { payee, amount: units, fee }
}

/** Converts the amounts of a withdrawal to its quote; `net` is the amount minus the fee, `number` the displayed number of the payee. */
export function quoteEntity(
  mode: Mode,
  currency: string,
  { payee, amount, fee }: { payee: PayeeRow; amount: bigint; fee: bigint },
): Omit<WithdrawalQuote, 'lasts'> {
  return {
    mode,
    payee: payee.id,
    number: displayNumber(payee),
    label: payee.label,
    network: payee.network,
    currency,
    amount: decimal(amount, currency),
    fee: decimal(fee, currency),
    net: decimal(amount - fee, currency),
  }
}
