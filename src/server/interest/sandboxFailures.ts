import type { InterestOrdersTable } from './tables.ts'

/** Ends of the digits after the point that force a refusal, as a payment provider's test cards do; every other amount is taken into custody. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<InterestOrdersTable['reason']>>> = { '13': 'fullyPlaced', '14': 'fundsUnclear', '15': 'riskRefused' }

/** Why the review of this amount refuses it; null: it does not. */
export function refusalReason(amount: string): InterestOrdersTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
