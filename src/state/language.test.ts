import { expect, test } from 'vitest'
import { applyLanguage, messageOf } from './language.ts'

const TEXTS = { 'error.orderAboveMaximum': 'Über {{amount}} {{currency}}', 'error.quantityNotMultiple': 'Vielfaches von {{step}}' }

test('the decimals of an answer are written for the reader, its words as they are', () => {
  applyLanguage('de', TEXTS)
  expect(messageOf('error', { code: 'orderAboveMaximum', message: '', params: { amount: '50000.5', currency: 'USDT' } })).toBe('Über 50.000,5 USDT')
  expect(messageOf('error', { code: 'quantityNotMultiple', message: '', params: { step: '0.001' } })).toBe('Vielfaches von 0,001')
})

test('a code without words is told in the words of the server', () => {
  applyLanguage('de', TEXTS)
  expect(messageOf('error', { code: 'elsewhere', message: 'As it came' })).toBe('As it came')
})
