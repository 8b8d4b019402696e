import type { LiveContract } from '../core/product.ts'

/** Nothing in this product is live. */
export const live: LiveContract = {
  channels: [],
  isClock: (_value): _value is { time: number } => false,
}
