import type { LiveContract, LiveValue } from '../core/product.ts'

/** Nothing in this product is live. */
export const live: LiveContract = {
  keys: 'keys',
  values: 'values',
  isValue: (_value): _value is LiveValue => false,
  isClock: (_value): _value is { time: number } => false,
}
