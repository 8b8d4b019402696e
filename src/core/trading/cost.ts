import { div, mul, sub } from '../decimal.ts'

/** What a spot trade is worked out from. Digits after the point are those that the books keep of a currency. */
export interface SpotTerms {
  side: 'buy' | 'sell'
  price: string
  /** Of the base currency. */
  quantity: string
  /** In per cent of what is received; at most four digits after the point. */
  fee: string
  baseDigits: number
  quoteDigits: number
}

/** `pay` leaves the account, `receive` arrives, the fee taken off; `amount` is the worth of the trade in the quote currency. */
export interface SpotCost {
  amount: string
  pay: string
  receive: string
  fee: string
}

const share = (amount: string, percent: string, digits: number): string => mul(amount, div(percent, '100'), digits, 'ceil')

/** Whatever cannot be divided stays with the house, so that no way round makes money: what is paid and the fee are rounded up, what is received down. */
export function spotCost({ side, price, quantity, fee: percent, baseDigits, quoteDigits }: SpotTerms): SpotCost {
  if (side === 'buy') {
    const amount = mul(price, quantity, quoteDigits, 'ceil')
    const fee = share(quantity, percent, baseDigits)
    return { amount, pay: amount, receive: sub(quantity, fee), fee }
  }
  const amount = mul(price, quantity, quoteDigits, 'floor')
  const fee = share(amount, percent, quoteDigits)
  return { amount, pay: quantity, receive: sub(amount, fee), fee }
}
