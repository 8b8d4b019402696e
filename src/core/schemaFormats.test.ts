import { describe, expect, it } from 'vitest'
import { formats } from './schemaFormats.ts'

const cases: Record<string, { good: string[]; bad: string[] }> = {
  decimal: {
    good: ['0', '-1.5', '100000.000000000001', '007'],
    bad: ['', '+1', '1e3', '.5', '1.', '0x10', '1.0000000000001', '１', '1\n', 'NaN', '1'.repeat(25)],
  },
  id: { good: ['a', '7', 'a-b_C9'], bad: ['', 'a b', '../x', 'é', 'a'.repeat(65)] },
  symbol: { good: ['BTCUSDT', 'EURUSD'], bad: ['btcusdt', 'BT', 'BTC/USDT', 'A'.repeat(21)] },
  currency: { good: ['USDT', 'EUR'], bad: ['usd', 'E', 'USD '] },
  sha256: { good: ['a'.repeat(64)], bad: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)] },
  country: { good: ['DE', 'KP'], bad: ['de', 'DEU', ''] },
  lang: { good: ['en', 'zh-Hans'], bad: ['', 'english', '../en'] },
  date: {
    good: ['2024-02-29', '2000-02-29', '2026-11-21'],
    bad: ['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-04-01', '2026-4-1'],
  },
  account: { good: ['demo', 'Ann_1'], bad: ['abc', '1abc', '_abc', 'a-bc', 'a'.repeat(21)] },
  email: {
    good: ['a@b.co', 'x.y+z@mail.example.org'],
    bad: ['a@b', '@b.co', 'a b@c.de', 'a@b..c', 'a@b.c@d.e', `${'a'.repeat(70)}@example.org`],
  },
  areaCode: { good: ['+1', '+49', '+9999'], bad: ['49', '+0', '+', '+12345', '+4 9'] },
  hash: {
    good: ['0123456789abcdef', 'f'.repeat(64)],
    bad: ['', 'abc', '0123456789ABCDEF', '0123456789abcdeg', '../0123456789abcdef', 'f'.repeat(65)],
  },
  path: { good: ['/', '/live/', '/a/b.c-d_e'], bad: ['', 'live', '/a b', '/a?b', '/é', `/${'a'.repeat(201)}`] },
  personName: {
    good: ['Ada', "Anne-Marie O'Neil", 'J. R.', 'José', '李', 'محمد علي', 'Nguyễn Văn'],
    bad: ['', ' Ada', 'Ada1', 'A<b>', 'a@b', 'x_y', 'Ada!', 'a'.repeat(41)],
  },
  documentNumber: {
    good: ['C01X00T47', '1234', 'AB 123-456', 'a'.repeat(24)],
    bad: ['', '123', ' 1234', '-1234', '12_34', '١٢٣٤٥', '1234\n', 'a'.repeat(25)],
  },
  cardNumber: {
    good: ['4242424242424242', '4242 4242 4242 4242', '123456789012'],
    bad: ['4242', '4242  4242 4242 4242', ' 4242424242424242', '4242-4242-4242-4242', '12345678901234567890'],
  },
  mediaType: {
    good: ['image/png', 'image/*', 'image/svg+xml'],
    bad: ['png', '/png', 'image/', 'Image/PNG', 'image/png;x=1', `image/${'a'.repeat(90)}`],
  },
  phone: {
    good: ['+49 15112345678', '+1 202555'],
    bad: ['+49 12345', '+4915112345678', '49 15112345678', '+0 123456', '+49 0151a345'],
  },
  code: { good: ['000000', '123456'], bad: ['12345', '1234567', '12345a', '١٢٣٤٥٦'] },
  address: { good: ['T'.repeat(34), '0x' + 'a'.repeat(40)], bad: ['short', 'a'.repeat(65), `${'a'.repeat(30)} b`] },
  url: {
    good: [
      'https://example.com/x?y=1',
      '/pages/index/index',
      '/media/a.svg',
      'mailto:help@example.com',
      'tel:+442012345678',
    ],
    bad: [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//host/x',
      '\\\\host',
      'http://example.com',
      'java\nscript:x',
      'https://user:pw@example.com',
      'mailto:a@b?bcc=c@d',
      '',
    ],
  },
  origin: {
    good: ['https://example.com', 'https://example.com:8443'],
    bad: ['https://example.com/', 'http://example.com', 'https://example.com/x', 'example.com', 'https://EXAMPLE.com'],
  },
}

describe('formats', () => {
  it('has cases for each format', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(formats).toSorted())
  })
  for (const [name, { good, bad }] of Object.entries(cases)) {
    it.each(good)(`${name} takes %j`, (text) => expect(formats[name]?.(text)).toBe(true))
    it.each(bad)(`${name} refuses %j`, (text) => expect(formats[name]?.(text)).toBe(false))
  }
})
