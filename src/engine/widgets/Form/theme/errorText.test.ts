import { expect, it } from 'vitest'
import { createFormatter } from '../../../language/values/formatter.ts'
import { asDecimal } from '../../../language/values/decimal.ts'
import { errorText } from './errorText.ts'

const format = createFormatter('en', (key) => key)
const textOf = (key: string, args: object = {}) => `${key} ${Object.values(args).join(' ')}`
const step = asDecimal('0.00000001')

it.each([
  [{ limit: '50' }, 'key 50.00000000\u00a0BTC'],
  [{ limit: '50', currency: 'USDT' }, 'key 50.00 USDT'],
  [{ limit: '50.125', currency: 'USDT' }, 'key 50.125 USDT'],
])('writes the decimals of %j', (args, text) => {
  expect(errorText({ key: 'key', args }, textOf, format, { unit: 'BTC', step })).toBe(text)
})

it.each([
  ['89298.31989494', 'form.maximum 89,298.31\u00a0USDT'],
  ['0.00512', 'form.maximum 0.00512\u00a0USDT'],
])('rounds a maximum of cash down to cents: %s', (max, text) => {
  expect(errorText({ key: 'form.maximum', args: { max } }, textOf, format, { unit: 'USDT', step })).toBe(text)
})

it('names the unit of an amount without a currency', () => {
  const options = { unit: '', conversionOwnUnit: 'lots' }
  expect(errorText({ key: 'key', args: { max: '0.03' } }, textOf, format, options)).toBe('key 0.03\u00a0lots')
})
