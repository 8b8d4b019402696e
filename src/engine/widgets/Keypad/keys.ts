import { asDecimal, mul, round } from '../../language/values/decimal.ts'

/** A key of the keypad: a digit, the separator, or delete. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete'

export interface Edit {
  /** Plain decimal as typed so far: "", "12", "12.", "0.5". */
  value: string
  /** Caret position. */
  caret: number
}

const MAX_INTEGER_DIGITS = 24

/** Applies a key to the value at the caret. Returns the same edit when the key cannot change it. */
export function pressKey(edit: Edit, key: Key, decimals: number): Edit {
  const before = edit.value.slice(0, edit.caret)
  const after = edit.value.slice(edit.caret)
  if (key === 'delete') return before ? { value: before.slice(0, -1) + after, caret: edit.caret - 1 } : edit
  const next = normalizeTyped(before + key + after, decimals)
  if (next === null) return edit
  return { value: next, caret: Math.max(0, next.length - after.length) }
}

/** The typed text as a decimal in progress, or null when it cannot become one. ".5" becomes "0.5", "007" becomes "7". */
export function normalizeTyped(text: string, decimals: number): string | null {
  if (!/^\d*\.?\d*$/.test(text)) return null
  if (decimals === 0 && text.includes('.')) return null
  const [integer = '', fraction] = text.split('.')
  if ((fraction?.length ?? 0) > decimals) return null
  const digits = integer.replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_INTEGER_DIGITS) return null
  return fraction === undefined ? digits : `${digits || '0'}.${fraction}`
}

/** A decimal in progress as a complete one: "12." is "12"; "" stays "". */
export function completeDecimal(value: string): string {
  return value.endsWith('.') ? value.slice(0, -1) : value
}

/** That share of the maximum, in percent, cut (never rounded up) to the digits allowed. */
export function shareOf(maximum: string, percent: number, decimals: number): string {
  if (maximum.startsWith('-')) return '0'
  const total = asDecimal(maximum)
  return round(percent === 100 ? total : mul(total, `${percent / 100}`), decimals, 'down')
}
