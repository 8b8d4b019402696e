import { asFactor, asMoney, div, mul, sub } from '../decimal.ts'
import type { Money, Percent, Price, Quantity } from '../units.ts'

/** What a spot trade is worked out from. Digits after the point are those that the books keep of a currency. */
export interface SpotTerms {
  side: 'buy' | 'sell'
  price: Price
  /** Of the base currency. */
  quantity: Quantity
  /** In per cent of what is received; at most four digits after the point. */
  fee: Percent
  baseDigits: number
  quoteDigits: number
}

/** `pay` leaves the account, `receive` arrives, the fee taken off; `amount` is the worth of the trade in the quote currency. */
export interface SpotCost {
  amount: Money
  pay: Money
  receive: Money
  fee: Money
}

const share = (amount: Money, percent: Percent, digits: number): Money => mul(amount, asFactor(div(percent, '100')), digits, 'ceil')

/** Whatever cannot be divided stays with the house, so that no way round makes money: what is paid and the fee are rounded up, what is received down. */
export function spotCost({ side, price, quantity, fee: percent, baseDigits, quoteDigits }: SpotTerms): SpotCost {
  if (side === 'buy') {
    const amount = mul(price, quantity, quoteDigits, 'ceil')
    const coins = asMoney(quantity)
    const fee = share(coins, percent, baseDigits)
    return { amount, pay: amount, receive: sub(coins, fee), fee }
  }
  const amount = mul(price, quantity, quoteDigits, 'floor')
  const fee = share(amount, percent, quoteDigits)
  return { amount, pay: asMoney(quantity), receive: sub(amount, fee), fee }
}
