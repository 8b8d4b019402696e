import { asMoney, asQuantity, div, mul, round } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import { decimal, minor, scaleOf, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { isInverse } from '../market/instruments.ts'

/**
 * Converts an amount of a pair's quote currency to the unit of account, both in minor units. USD counts as USDT; the base of every
 * other pair is USD, so that the price of the deal converts its quote currency.
 */
export function toUnitOfAccount(units: bigint, quote: string, price: Price, rounding: 'ceil' | 'floor'): bigint {
  const amount = decimal(units, quote)
  const worth = isInverse({ quote }) ? asMoney(div(amount, price, scaleOf(UNIT_OF_ACCOUNT), rounding)) : amount
  return minor(worth, UNIT_OF_ACCOUNT)
}

/** The reverse of `toUnitOfAccount`, rounded down. */
export function fromUnitOfAccount(units: bigint, quote: string, price: Price): bigint {
  const amount = decimal(units, UNIT_OF_ACCOUNT)
  const worth = isInverse({ quote }) ? mul(price, asQuantity(amount)) : amount
  return minor(round(worth, scaleOf(quote), 'floor'), quote)
}
