import type { WithdrawalsTable } from './tables.ts'

/** Last two decimals that force a failure, as a payment provider's test cards do; any other amount is paid out. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<WithdrawalsTable['reason']>>> = {
  '13': 'payeeRefused',
  '14': 'nameDiffers',
  '15': 'riskRefused',
}

/** Failure reason for an amount, or null. */
export function failureReason(amount: string): WithdrawalsTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
