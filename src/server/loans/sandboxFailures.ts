import type { LoansTable } from './tables.ts'

/** Ends of the digits after the point that force a refusal, as a payment provider's test cards do; every other amount is paid out. */
export const SANDBOX_FAILURE_CODES: Readonly<Record<string, NonNullable<LoansTable['reason']>>> = { '13': 'incomeUnclear', '14': 'creditTooLow', '15': 'riskRefused' }

/** Why a loan of this amount is refused; null: it is paid out. */
export function refusalReason(amount: string): LoansTable['reason'] {
  const fraction = amount.split('.')[1] ?? ''
  return SANDBOX_FAILURE_CODES[fraction.slice(-2)] ?? null
}
