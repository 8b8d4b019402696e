import type { LiveContract } from '../core/product.ts'
import { clock, tick } from '../generated/validators/live.js'

/** The messages of schemas/live. */
export const live: LiveContract = { keys: 'symbols', values: 'quotes', isValue: tick, isClock: clock }
