import type { LoansTable } from './tables.ts'

/** Last two decimals that force a refusal, as a payment provider's test cards do; any other amount is paid out. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<LoansTable['reason']>>> = {
  '13': 'incomeUnclear',
  '14': 'creditTooLow',
  '15': 'riskRefused',
}

/** Refusal reason for an amount, or null. */
export function refusalReason(amount: string): LoansTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
