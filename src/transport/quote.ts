import type { Quote } from '../generated/entities.ts'
import { tick } from '../generated/validators/live.js'

export type { Quote } from '../generated/entities.ts'

/** The message as a quote; null when it is invalid. */
export const asQuote = (value: unknown): Quote | null => (tick(value) ? value : null)
