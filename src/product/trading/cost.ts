import { asFactor, asMoney, div, mul, sub } from '../../engine/language/values/decimal.ts'
import type { Money, Percent, Price, Quantity } from '../../engine/language/values/units.ts'

/** The input of a spot trade. Digits after the point are those that the books store of a currency. */
export interface SpotTerms {
  side: 'buy' | 'sell'
  price: Price
  /** Of the base currency. */
  quantity: Quantity
  /** In per cent of the received amount; at most four digits after the point. */
  fee: Percent
  baseDigits: number
  quoteDigits: number
}

/** `pay` leaves the account, `receive` arrives, after the fee; `amount` is the value of the trade in the quote currency. */
export interface SpotCost {
  amount: Money
  pay: Money
  receive: Money
  fee: Money
}

const feeOf = (amount: Money, percent: Percent, places: number): Money =>
  mul(amount, asFactor(div(percent, '100')), places, 'ceil')

/** Remainders go to the house, so that no round trip makes money: the paid amount and the fee are rounded up, the received amount down. */
export function spotCost({ side, price, quantity, fee: percent, baseDigits, quoteDigits }: SpotTerms): SpotCost {
  if (side === 'buy') {
    const amount = mul(price, quantity, quoteDigits, 'ceil')
    const coins = asMoney(quantity)
    const fee = feeOf(coins, percent, baseDigits)
    return { amount, pay: amount, receive: sub(coins, fee), fee }
  }
  const amount = mul(price, quantity, quoteDigits, 'floor')
  const fee = feeOf(amount, percent, quoteDigits)
  return { amount, pay: asMoney(quantity), receive: sub(amount, fee), fee }
}
