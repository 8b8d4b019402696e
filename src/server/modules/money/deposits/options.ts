import type { Network } from '../../../../product/domain/payeeChecks.ts'
import type { DepositCurrency, DepositOption } from '../../../../generated/entities.ts'
import type { OperatorConfig } from '../../../config.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import type { DepositsTable } from './tables.ts'

export type Channel = DepositsTable['channel']

export interface DepositMethod {
  channel: Channel
  currency: string
  network?: Network | null | undefined
}

/** Returns the operator's deposit options; `step` is the smallest amount of the currency. */
export function depositOptions({ server }: OperatorConfig): DepositOption[] {
  return server.deposits.map((deposit) => ({ ...deposit, step: decimal(1n, deposit.currency) }))
}

/** Each currency once, with the channels that accept it. */
export function depositCurrencies(options: readonly DepositOption[]): DepositCurrency[] {
  const currencies = [...new Set(options.map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    currency,
    channels: [...new Set(options.filter((option) => option.currency === currency).map(({ channel }) => channel))],
  }))
}

/** Returns the chosen option; throws `wrongCurrencyType` if it is not offered. */
export function optionOf(
  operator: OperatorConfig,
  { channel, currency, network = null }: DepositMethod,
): DepositOption {
  const option = depositOptions(operator).find(
    (depositOption) =>
      depositOption.channel === channel && depositOption.currency === currency && depositOption.network === network,
  )
  if (!option) throw refuse('wrongCurrencyType')
  return option
}
