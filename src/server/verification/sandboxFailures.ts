import { normalizeNumber } from '../../core/documents.ts'

/** Ends of document numbers that force a refusal, as a payment provider's test cards do; every other number passes. */
export const SANDBOX_FAILURE_CODES = {
  primary: { '0001': 'nameMismatch', '0002': 'documentExpired', '0003': 'numberUnknown' },
  advanced: { '0011': 'imageUnreadable', '0012': 'imageMismatch', '0013': 'imageIncomplete' },
} as const

type Level = keyof typeof SANDBOX_FAILURE_CODES

/** Why a level is refused; null: it passes. */
export function refusalReason(level: Level, number: string): string | null {
  // Whatever letters a country puts at the end.
  const end = normalizeNumber(number).replace(/[A-Z]+$/, '').slice(-4)
  return (SANDBOX_FAILURE_CODES[level] as Readonly<Record<string, string>>)[end] ?? null
}
