import { expect, expectTypeOf, it } from 'vitest'
import { asMoney, asPrice, asQuantity } from '../language/values/decimal.ts'
import type { Price as PriceUnit, Quantity as QuantityUnit } from '../language/values/units.ts'
import type { Calls } from '../../generated/calls.ts'
import type { FormValues } from '../../generated/formValues.ts'
import Money from './Money/Money.tsx'
import Price from './Price/Price.tsx'
import Quantity from './Quantity/Quantity.tsx'

const [money, price, quantity] = [asMoney('10'), asPrice('2'), asQuantity('5')]
const text: string = '7'

it('takes in each prop the unit of the widget', () => {
  expect(<Price value={price} />).toBeTruthy()
  expect(<Quantity value={quantity} unit="BTC" />).toBeTruthy()
  expect(<Money value={money} />).toBeTruthy()
  // @ts-expect-error a price is no quantity
  expect(<Quantity value={price} unit="BTC" />).toBeTruthy()
  // @ts-expect-error money is no price
  expect(<Price value={money} />).toBeTruthy()
  // @ts-expect-error a quantity is no money
  expect(<Money value={quantity} />).toBeTruthy()
  // @ts-expect-error a plain text is no price
  expect(<Price value={text} />).toBeTruthy()
})

it('takes in each field of a call the unit of the contract', () => {
  const order: Calls['coin/trade']['payload'] = {
    mode: 'real',
    symbol: 'BTCUSDT',
    side: 'buy',
    kind: 'limit',
    price,
    quantity,
  }
  // @ts-expect-error the price is passed as the quantity
  const swapped: Calls['coin/trade']['payload'] = { ...order, quantity: price }
  // @ts-expect-error a plain text is no quantity
  const plain: Calls['coin/trade']['payload'] = { ...order, quantity: text }
  expect([order.quantity, swapped.quantity, plain.quantity]).toEqual(['5', '2', '7'])
})

it('submits with a form the units of its fields', () => {
  expectTypeOf<FormValues['spotLimit']['price']>().toEqualTypeOf<PriceUnit>()
  expectTypeOf<FormValues['spotLimit']['quantity']>().toEqualTypeOf<QuantityUnit>()
  // @ts-expect-error there is no such form
  expectTypeOf<FormValues['nothing']>().toEqualTypeOf<never>()
})
