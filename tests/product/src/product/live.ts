import type { LiveContract } from '../engine/language/product.ts'

/** Nothing in this product is live. */
export const live: LiveContract = {
  channels: [],
  isClock: (_value): _value is { time: number } => false,
}
