import { expect, it } from 'vitest'
import { asRate, compare } from '../../engine/language/values/decimal.ts'
import { crossRate, quotedRate, withRateDigits } from './rate.ts'

it.each([
  ['95840.10', '1', '95840.10'],
  ['95840.10', '1.00', '95840.10'],
  ['1.00', '1.00', '1.00'],
  ['1', '95840.25', '0.000010434029'],
  ['95840.13', '0.1634', '586536.90'],
  ['3184.60', '95840.25', '0.033228210'],
  ['0.50', '0.25', '2.0000000'],
  ['0', '2', '0.00000000'],
])('of %s and %s USDT is %s', (first, second, rate) => {
  expect(crossRate(asRate(first), asRate(second))).toBe(rate)
})

it('has no decimals beyond eight digits before the point', () => {
  expect(withRateDigits(asRate('123456789.5'))).toBe('123456789')
})

// By hand: 1 ÷ 0.000008352793 = 119 720.43…, of which seven digits are certain.
it.each([
  ['0.000008352793', '119720.4'],
  ['0.033228210', '30.094910'],
  ['0.3', '3.3333333'],
  ['0.999999999999', '1'],
  ['1', '1'],
  ['119722.18', '119722.18'],
  ['0', '0'],
])('a rate of %s is quoted as %s', (rate, quoted) => {
  expect(compare(quotedRate(asRate(rate)), asRate(quoted))).toBe(0)
})
