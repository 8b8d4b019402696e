import type { InterestOrdersTable } from './tables.ts'

/** Last two decimals that force a refusal, as a payment provider's test cards do; any other amount is accepted. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<InterestOrdersTable['reason']>>> = {
  '13': 'fullyPlaced',
  '14': 'fundsUnclear',
  '15': 'riskRefused',
}

/** Refusal reason for an amount, or null. */
export function refusalReason(amount: string): InterestOrdersTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
