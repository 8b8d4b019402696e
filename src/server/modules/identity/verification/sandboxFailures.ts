import { normalizeNumber } from '../../../../product/domain/documents.ts'

/** Last digits of document numbers that force a refusal, as a payment provider's test cards do; any other number passes. */
export const SANDBOX_FAILURE_CODES = {
  primary: { '0001': 'nameMismatch', '0002': 'documentExpired', '0003': 'numberUnknown' },
  advanced: { '0011': 'imageUnreadable', '0012': 'imageMismatch', '0013': 'imageIncomplete' },
} as const

type Level = keyof typeof SANDBOX_FAILURE_CODES

/** Refusal reason for a number, or null. */
export function refusalReason(level: Level, number: string): string | null {
  // Some countries append letters.
  const end = normalizeNumber(number)
    .replace(/[A-Z]+$/, '')
    .slice(-4)
  return (SANDBOX_FAILURE_CODES[level] as Readonly<Record<string, string>>)[end] ?? null
}
