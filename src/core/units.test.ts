import { describe, expect, it, expectTypeOf } from 'vitest'
import { add, asDecimal, asLots, asMoney, asPrice, asQuantity, compare, div, mul, sub } from './decimal.ts'
import type { Decimal, Factor, Money, Price, Quantity } from './units.ts'

const money = asMoney('10'), price = asPrice('2'), quantity = asQuantity('5'), lots = asLots('3'), plain = asDecimal('4')
expectTypeOf(add(money, money)).toEqualTypeOf<Money>()
expectTypeOf(add(money, '1')).toEqualTypeOf<Money>()
expectTypeOf(sub('1', money)).toEqualTypeOf<Money>()
expectTypeOf(sub('1', '2')).toEqualTypeOf<Decimal>()
expectTypeOf(add(money, plain)).toEqualTypeOf<Decimal>()
expectTypeOf(mul(price, quantity)).toEqualTypeOf<Money>()
expectTypeOf(mul(lots, quantity)).toEqualTypeOf<Quantity>()
expectTypeOf(mul(lots, '5')).toEqualTypeOf<typeof lots>()
expectTypeOf(div(money, price)).toEqualTypeOf<Quantity>()
expectTypeOf(div(money, money)).toEqualTypeOf<Factor>()
expectTypeOf(div(money, quantity)).toEqualTypeOf<Price>()
expectTypeOf(mul(div(money, money), price)).toEqualTypeOf<Price>()
const x: 0 | 1 | -1 = compare(price, Math.random() > 0.5 ? price : '0')
// @ts-expect-error unit
add(money, price)
// @ts-expect-error unit
mul(money, money)
// @ts-expect-error unit
compare(price, quantity)
const s: string = price
// @ts-expect-error
compare(s, price)
// @ts-expect-error
compare(price, s)
// @ts-expect-error
const p: Price = money
void [x, p, describe, it, expect]
