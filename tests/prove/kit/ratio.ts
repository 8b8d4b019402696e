import { asDecimal, toMinor } from '../../../src/core/decimal.ts'

/** A ratio of two integers: nothing is rounded before the end. */
export interface Ratio {
  over: bigint
  under: bigint
}

export const integer = (number: bigint | number): Ratio => ({ over: BigInt(number), under: 1n })
export const ratio = (decimal: string): Ratio => ({ over: toMinor(asDecimal(decimal), 12), under: 10n ** 12n })
export const times = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.over, under: a.under * b.under })
export const by = (a: Ratio, b: Ratio): Ratio =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over }
export const plus = (a: Ratio, b: Ratio): Ratio => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { over: -b.over, under: b.under })
export const percent = (decimal: string): Ratio => by(ratio(decimal), integer(100))

export function floor({ over, under }: Ratio): bigint {
  const cut = over / under
  return over % under < 0n ? cut - 1n : cut
}

export const ceil = ({ over, under }: Ratio): bigint => -floor({ over: -over, under })
