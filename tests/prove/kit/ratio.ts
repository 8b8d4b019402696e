import { asDecimal, toMinor } from '../../../src/engine/language/values/decimal.ts'

/** A ratio of two integers: nothing is rounded before the end. */
export interface Ratio {
  over: bigint
  under: bigint
}

/** Converts an integer to a ratio. */
export const integer = (number: bigint | number): Ratio => ({ over: BigInt(number), under: 1n })
/** Converts a decimal string to a ratio. Throws if it has more than twelve decimals. */
export const ratio = (decimal: string): Ratio => ({ over: toMinor(asDecimal(decimal), 12), under: 10n ** 12n })
export const times = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.over, under: a.under * b.under })
/** Divides a ratio by another. Division by zero is not checked. */
export const by = (a: Ratio, b: Ratio): Ratio =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over }
export const plus = (a: Ratio, b: Ratio): Ratio => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { over: -b.over, under: b.under })
/** Converts a decimal string in per cent to a ratio: "25" is a quarter. */
export const percent = (decimal: string): Ratio => by(ratio(decimal), integer(100))

/** Rounds down to an integer, also below zero. */
export function floor({ over, under }: Ratio): bigint {
  const cut = over / under
  return over % under < 0n ? cut - 1n : cut
}

/** Rounds up to an integer, also below zero. */
export const ceil = ({ over, under }: Ratio): bigint => -floor({ over: -over, under })
