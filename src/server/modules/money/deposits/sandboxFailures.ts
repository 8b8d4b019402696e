import type { DepositsTable } from './tables.ts'

/** Last two decimals that force a failure, as a payment provider's test cards do; any other amount is credited. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<DepositsTable['reason']>>> = {
  '13': 'unreadable',
  '14': 'notReceived',
  '15': 'amountDiffers',
}

/** Failure reason for an amount, or null. */
export function failureReason(amount: string): DepositsTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
