import { expect, expectTypeOf, it } from 'vitest'
import { asLots, asMoney, asPercent, asPrice, asQuantity } from '../engine/language/values/decimal.ts'
import { spotCost } from '../product/trading/cost.ts'
import { marginOf } from '../product/trading/leverage.ts'
import type { Money, Price, UnixSeconds } from '../engine/language/values/units.ts'
import { createManualClock } from '../../tests/support/server/manualClock.ts'
import { DEFAULT_CONFIG } from './config.ts'
import { decimal, minor } from './kit/ledger/index.ts'
import type { OrderRow } from './modules/trading/lever/tables.ts'
import { isPrice } from './modules/trading/price.ts'

const [money, price, quantity, lots] = [asMoney('10'), asPrice('2'), asQuantity('5'), asLots('3')]
const text: string = '7'

it('converts money from and to ledger amounts', () => {
  expectTypeOf(decimal(150n, 'USD')).toEqualTypeOf<Money>()
  // @ts-expect-error the ledger has no prices
  expect(minor(price, 'USD')).toBe(200n)
  // @ts-expect-error nor plain texts
  expect(minor(text, 'USD')).toBe(700n)
  expect(minor(money, 'USD')).toBe(1000n)
})

it('reads prices and times as such', () => {
  expectTypeOf<OrderRow['price']>().toEqualTypeOf<Price>()
  expectTypeOf(createManualClock(0).now()).toEqualTypeOf<UnixSeconds>()
  expectTypeOf(DEFAULT_CONFIG.server.opening.real.USDT).toEqualTypeOf<Money | undefined>()
})

it('computes a trade from price and quantity, not the other way round', () => {
  const terms = { side: 'buy', fee: asPercent('0'), baseDigits: 8, quoteDigits: 8 } as const
  expect(spotCost({ ...terms, price, quantity }).pay).toBe('10')
  // @ts-expect-error the two are swapped
  expect(spotCost({ ...terms, price: quantity, quantity: price }).pay).toBe('10')
  const contract = { lots, size: quantity, inverse: false }
  expect(marginOf(contract, price, 10)).toBe('3')
  // @ts-expect-error the margin depends on a price
  expect(marginOf(contract, money, 10)).toBe('15')
  // @ts-expect-error a quantity is no price
  expect(isPrice(quantity, { precision: 2 })).toBe(true)
})
