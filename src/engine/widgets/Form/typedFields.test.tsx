// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Shape } from '../../language/expressions/program.ts'
import { get } from '../../state/store.ts'
import { draw, input, type } from '../../../../tests/support/drawField.tsx'
import { loadFields } from './theme/loading.ts'
import { client } from '../../../../tests/support/client.ts'

beforeAll(() => loadFields())

describe('number: a text that is no number with certainty', () => {
  const start = (type: 'number' | 'integer', lang = 'en') => {
    client.language.apply(lang, {})
    return { ...draw('number', { schema: { type } }), user: userEvent.setup() }
  }
  it.each(['0x10', '0b11', '1e3', '1e-400', '1e21', 'Infinity', '1e400', '0x1F', 'NaN', '1_000', '9007199254740993'])(
    '%s stays as it is typed, and is refused',
    async (text) => {
      for (const kind of ['number', 'integer'] as const) {
        const { value, field, user } = start(kind)
        let typed = ''
        input().focus()
        for (const key of text) {
          await user.keyboard(key)
          typed += key
          expect(input().value).toBe(typed)
        }
        fireEvent.blur(input())
        expect([value(), input().value, get(field.error)?.key]).toEqual([text, text, 'form.number'])
        cleanup()
      }
    },
  )

  it.each([
    ['en', '1,000'],
    ['de', '1.000'],
    ['ja', '12,345'],
  ])('in %s %s typed key by key may be two numbers, and pasted is one', async (lang, text) => {
    const { value, field, user } = start('integer', lang)
    await user.type(input(), text)
    fireEvent.blur(input())
    expect([value(), get(field.error)?.key]).toEqual([text, 'form.number'])
    // A replacement by the same text is no change, in a browser too.
    await user.clear(input())
    await user.paste(text)
    expect(value()).toBe(Number(text.replace(/[.,]/, '')))
    expect(input().value).toBe(text)
  })

  it('is not rewritten while it is typed', async () => {
    const { value, user } = start('number')
    await user.type(input(), '1234.50')
    expect([value(), input().value]).toEqual([1234.5, '1234.50'])
    fireEvent.blur(input())
    expect(input().value).toBe('1,234.5')
    fireEvent.focus(input())
    expect(input().value).toBe('1234.5')
  })

  it.each(['9007199254740991', '-9007199254740991', '0.000001', '123456789.125'])(
    '%s is sent exactly',
    async (text) => {
      const { value, user } = start('number')
      await user.type(input(), text)
      expect(value()).toBe(Number(text))
    },
  )
})

describe('text in composition', () => {
  /** An input method writes each text in full, and then ends the composition. */
  const compose = (texts: readonly string[], before = '') => {
    fireEvent.compositionStart(input())
    for (const text of texts) {
      fireEvent.input(input(), {
        target: { value: before + text },
        isComposing: true,
        inputType: 'insertCompositionText',
        data: text,
      })
      expect(input().value).toBe(before + text)
    }
    fireEvent.compositionEnd(input(), { data: texts.at(-1) })
  }
  it.each(['ja', 'zh-Hans', 'ko'])('amount in %s: is a number when it is done', (lang) => {
    client.language.apply(lang, {})
    const { value } = draw('amount', { schema: { type: 'string', format: 'decimal' } })
    compose(['１', '１２'])
    expect([value(), input().value]).toEqual(['12', '12'])
    compose(['。', '。５'], '12')
    expect([value(), input().value]).toEqual(['12.5', '12.5'])
    fireEvent.blur(input())
    expect([value(), input().value]).toEqual(['12.5', '12.5'])
  })

  it.each([
    ['number', { type: 'number' }, '１２', 12, '12'],
    ['code', { type: 'string', format: 'code' }, '１２３４５６', '123456', '123456'],
    ['text', { type: 'string', format: 'cardNumber' }, '４５３２', '4532', '4532'],
    ['text', { type: 'string' }, 'かな', 'かな', 'かな'],
    ['email', { type: 'string', format: 'email' }, 'a＠b。co', 'a@b.co', 'a@b.co'],
    ['textarea', { type: 'string', maxLength: 2 }, 'かなか', 'かな', 'かな'],
    ['phone', { type: 'string', format: 'phone' }, '１５１１２３', expect.stringMatching(/^\+\d+ 151123$/), '151123'],
  ] as const)('%s of %j: %s is left alone, and read when it is done', (widget, schema, text, expected, shown) => {
    const { value } = draw(widget, { schema: schema as unknown as Shape })
    compose([text.slice(0, 1), text])
    fireEvent.blur(input())
    expect(value()).toEqual(expected)
    expect(input().value).toBe(shown)
  })
})

it('a price has all decimals of its step, except while it is edited', () => {
  client.language.apply('en', {})
  draw('amount', { schema: { type: 'string', format: 'decimal' }, options: { price: true, step: '0.01' } })
  type('118520.6')
  fireEvent.blur(input())
  expect(input().value).toBe('118,520.60')
  fireEvent.focus(input())
  expect(input().value).toBe('118520.6')
})

describe('amount: what is pasted', () => {
  const start = (lang: string, text: string, unit = 'USDT') => {
    client.language.apply(lang, {})
    const drawn = draw('amount', { schema: { type: 'string', format: 'decimal' }, options: { unit } })
    type(text)
    return drawn
  }
  it.each(['5 EUR', '5 €', 'EUR 5', '€5', '5EUR', '5 btc', '₿5', '¥5'])(
    '%s is another currency: refused by a sentence',
    (text) => {
      const { field } = start('en', text)
      expect(input().value).toBe(text)
      fireEvent.blur(input())
      expect(get(field.error)?.key).toBe('form.otherCurrency')
      expect(field.state.getSnapshot().value).not.toBe('5')
      type('7')
      expect([get(field.error), get(field.value)]).toEqual([null, '7'])
    },
  )
  it.each([
    '5 USDT',
    '5\u00a0USDT',
    'USDT 5',
    '5USDT',
    '$5',
    '5 usdt',
    '\u20685\u2069',
    '5\u200b',
    '+5',
    '５　ＵＳＤＴ',
  ])('%j is 5', (text) => {
    expect(start('en', text).value()).toBe('5')
  })
  it.each(['１２．５', '12。5', '12｡5'])('%s typed key by key is 12.5', async (text) => {
    for (const lang of ['zh-Hans', 'ja', 'en', 'de']) {
      client.language.apply(lang, {})
      const { value } = draw('amount', { schema: { type: 'string', format: 'decimal' } })
      await userEvent.setup().type(input(), text)
      expect(value()).toBe('12.5')
      cleanup()
    }
  })
})

it.each([
  ['cardNumber', '4532-0151-1283-0366', '4532015112830366'],
  ['address', '\u200eTJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['secondFactor', '164-195', '164195'],
  ['personName', '\u2066Ann\u00a0Lee\u2069', 'Ann Lee'],
])('text of the format %s: %j stays on display until it is left, and is %s', (format, text, expected) => {
  const { value } = draw('text', { schema: { type: 'string', format } })
  type(text)
  expect([value(), input().value]).toEqual([expected, text])
  fireEvent.blur(input())
  expect([value(), input().value]).toEqual([expected, expected])
})
