import type { Quote } from '../generated/entities.ts'

export type { Quote } from '../generated/entities.ts'

const DECIMAL = /^-?\d{1,24}(\.\d{1,12})?$/
export const QUOTE_DECIMALS = ['last', 'bid', 'ask', 'open', 'high', 'low', 'change', 'changePercent', 'volume'] as const
export const QUOTE_INTEGERS = ['time', 'seq'] as const

/** The message as a quote, or null when it is none. Written by hand because it runs for every tick; a test holds it to the schema. */
export function asQuote(value: unknown): Quote | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  if (typeof fields.symbol !== 'string' || fields.symbol === '') return null
  for (const name of QUOTE_DECIMALS) {
    const field = fields[name]
    if (typeof field !== 'string' || !DECIMAL.test(field)) return null
  }
  for (const name of QUOTE_INTEGERS) if (!Number.isSafeInteger(fields[name])) return null
  return value as Quote
}
