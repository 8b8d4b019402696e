import { expect, test } from 'vitest'
import { client } from '../../../../tests/support/client.ts'

const TEXTS = {
  'error.orderAboveMaximum': 'Über {{amount}} {{currency}}',
  'error.quantityNotMultiple': 'Vielfaches von {{step}}',
}

test('decimals in a reply are formatted for the locale, its words are unchanged', () => {
  client.language.apply('de', TEXTS)
  expect(
    client.language.messageOf('error', {
      code: 'orderAboveMaximum',
      message: '',
      params: { amount: '50000.5', currency: 'USDT' },
    }),
  ).toBe('Über 50.000,5 USDT')
  expect(
    client.language.messageOf('error', { code: 'quantityNotMultiple', message: '', params: { step: '0.001' } }),
  ).toBe('Vielfaches von 0,001')
})

test('a code without a text shows the server’s message', () => {
  client.language.apply('de', TEXTS)
  expect(client.language.messageOf('error', { code: 'elsewhere', message: 'As it came' })).toBe('As it came')
})

test('a published revision replaces the texts of the current language', () => {
  client.language.apply('en', { 'ui.retry': 'Try again', gone: 'Gone' })
  expect([client.language.translate('ui.retry'), client.language.textOf('gone')]).toEqual(['Try again', 'Gone'])
  client.language.apply('en', { 'ui.retry': 'Once more' })
  expect([
    client.language.translate('ui.retry'),
    client.language.textOf('gone'),
    client.language.current().has('gone'),
  ]).toEqual(['Once more', 'gone', false])
})

test('texts already read keep their language when another one is selected', () => {
  client.language.apply('en', { 'ui.slideOf': '{{index}} of {{count}}', 'ui.retry': 'Try again' })
  const before = client.language.current()
  client.language.apply('ar', { 'ui.slideOf': '{{index}} من {{count}}' })
  expect(before.text('ui.slideOf', { index: 1, count: 2000 })).toBe('1 of 2,000')
  expect(before.text('ui.retry')).toBe('Try again')
  expect(client.language.translate('ui.slideOf', { index: 1, count: 2000 })).toBe(
    '\u200f\u20681\u2069 من \u20682,000\u2069',
  )
})
