import type { DepositsTable } from './tables.ts'

/** Ends of the digits after the point that force a failure, as a payment provider's test cards do; every other amount is credited. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<DepositsTable['reason']>>> = { '13': 'unreadable', '14': 'notReceived', '15': 'amountDiffers' }

/** Why a deposit of this amount fails; null: it is credited. */
export function failureReason(amount: string): DepositsTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
