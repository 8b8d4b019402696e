import { expect, it } from 'vitest'
import { ambiguityOf, readNumber, readWholeNumber } from './typedNumber.ts'

it.each([
  ['5', '5'],
  ['-5', '-5'],
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['1.000', undefined],
  ['2.500', undefined],
  ['1.234', '1.234'],
  ['0.500', '0.500'],
  ['1000,500', '1000.500'],
  ['1 000', '1000'],
  ['1,000,000', '1000000'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1,000', undefined],
  ['-12,345', undefined],
  ['１，０００', undefined],
  ['1,00,0', undefined],
  ['1,5,0', undefined],
  ['', undefined],
  ['many', undefined],
])('%j is %j', (typed, expected) => expect(readNumber(typed)).toBe(expected))

it.each([
  ['1,000,000', '1000000'],
  ['1,5', undefined],
  ['1,000', undefined],
])('%j without decimals is %j', (typed, expected) => expect(readWholeNumber(typed)).toBe(expected))

it('asks which number is meant by a comma before three digits', () => {
  expect(ambiguityOf(' 1,000 ')).toBe('1,000 can be 1000 or 1: write the one that you mean.')
  expect(ambiguityOf('2.500')).toBe('2.500 can be 2500 or 2.5: write the one that you mean.')
  expect(ambiguityOf('1,234')).toBe('1,234 can be 1234 or 1.234: write the one that you mean.')
  expect(ambiguityOf('1,00')).toBeUndefined()
})
