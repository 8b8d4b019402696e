import { describe, expect, it } from 'vitest'
import { formats } from './schemaFormats.ts'

const cases: Record<string, { valid: string[]; invalid: string[] }> = {
  decimal: {
    valid: ['0', '-1.5', '100000.000000000001', '007'],
    invalid: ['', '+1', '1e3', '.5', '1.', '0x10', '1.0000000000001', '１', '1\n', 'NaN', '1'.repeat(25)],
  },
  id: { valid: ['a', '7', 'a-b_C9'], invalid: ['', 'a b', '../x', 'é', 'a'.repeat(65)] },
  symbol: { valid: ['BTCUSDT', 'EURUSD'], invalid: ['btcusdt', 'BT', 'BTC/USDT', 'A'.repeat(21)] },
  currency: { valid: ['USDT', 'EUR'], invalid: ['usd', 'E', 'USD '] },
  sha256: { valid: ['a'.repeat(64)], invalid: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)] },
  country: { valid: ['DE', 'KP'], invalid: ['de', 'DEU', ''] },
  lang: { valid: ['en', 'zh-Hans'], invalid: ['', 'english', '../en'] },
  date: {
    valid: ['2024-02-29', '2000-02-29', '2026-11-21'],
    invalid: ['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-04-01', '2026-4-1'],
  },
  account: { valid: ['demo', 'Ann_1'], invalid: ['abc', '1abc', '_abc', 'a-bc', 'a'.repeat(21)] },
  email: {
    valid: [
      'a@b.co',
      'x.y+z@mail.example.org',
      "o'brien@example.org",
      'a&b@example.org',
      'te~st@example.com',
      '~test@example.com',
      'test~@example.com',
      'te.s.t@example.com',
      'anna@xn--bcher-kva.de',
      'a@b--c.de',
      `${'a'.repeat(64)}@b.de`,
      `a@${'b'.repeat(63)}.de`,
    ],
    invalid: [
      'a@b',
      '@b.co',
      'a b@c.de',
      'a@b..c',
      'a@b.c@d.e',
      '2962',
      'te..st@example.com',
      '.test@example.com',
      'test.@example.com',
      'anna@-x.de',
      'anna@x-.de',
      'anna@x.de-',
      'anna@.x.de',
      'anna@x.de.',
      'joe.bloggs@invalid=domain.com',
      'joe.bloggs@[127.0.0.300]',
      '"joe bloggs"@example.com',
      `${'a'.repeat(65)}@b.de`,
      `a@${'b'.repeat(64)}.de`,
      `${'a'.repeat(60)}@${'b'.repeat(20)}.org`,
    ],
  },
  areaCode: { valid: ['+1', '+49', '+358'], invalid: ['49', '+0', '+', '+4', '+491', '+999', '+12345', '+4 9'] },
  hash: {
    valid: ['0123456789abcdef', 'f'.repeat(64)],
    invalid: ['', 'abc', '0123456789ABCDEF', '0123456789abcdeg', '../0123456789abcdef', 'f'.repeat(65)],
  },
  path: { valid: ['/', '/live/', '/a/b.c-d_e'], invalid: ['', 'live', '/a b', '/a?b', '/é', `/${'a'.repeat(201)}`] },
  personName: {
    valid: ['Ada', "Anne-Marie O'Neil", 'J. R.', 'José', '李', 'محمد علي', 'Nguyễn Văn'],
    invalid: ['', ' Ada', 'Ada1', 'A<b>', 'a@b', 'x_y', 'Ada!', 'a'.repeat(41)],
  },
  documentNumber: {
    valid: ['C01X00T47', '1234', 'AB 123-456', 'a'.repeat(24)],
    invalid: ['', '123', ' 1234', '-1234', '12_34', '١٢٣٤٥', '1234\n', 'a'.repeat(25)],
  },
  cardNumber: {
    valid: ['4242424242424242', '4242 4242 4242 4242', '123456789012'],
    invalid: ['4242', '4242  4242 4242 4242', ' 4242424242424242', '4242-4242-4242-4242', '12345678901234567890'],
  },
  coordinates: {
    valid: ['52.52,13.405', '-33.9,151', '0,-0.000001', '89.123456,-179.123456'],
    invalid: ['', '52.52', '52.52, 13.405', '152,13', '52.,13', '52.1234567,13', '52.52,13.405,1', 'a,b'],
  },
  mediaType: {
    valid: ['image/png', 'image/*', 'image/svg+xml'],
    invalid: ['png', '/png', 'image/', 'Image/PNG', 'image/png;x=1', `image/${'a'.repeat(90)}`],
  },
  phone: {
    valid: ['+49 15112345678', '+49 015112345678', '+39 0612345678', '+1 202555'],
    invalid: [
      '+49 12345',
      '+4915112345678',
      '49 15112345678',
      '+0 123456',
      '+49 0151a345',
      '+4 915112345678',
      '+491 5112345678',
      '+4915 112345678',
    ],
  },
  secondFactor: {
    valid: ['000000', 'ABCDEFGH23'],
    invalid: ['12345', '1234567', 'abcdefgh23', 'ABCDE-FGH2', 'ABCDEF', ''],
  },
  code: { valid: ['000000', '123456'], invalid: ['12345', '1234567', '12345a', '١٢٣٤٥٦'] },
  address: {
    valid: ['T'.repeat(34), '0x' + 'a'.repeat(40)],
    invalid: ['short', 'a'.repeat(65), `${'a'.repeat(30)} b`],
  },
  url: {
    valid: [
      'https://example.com/x?y=1',
      '/pages/index/index',
      '/media/a.svg',
      'mailto:help@example.com',
      'tel:+442012345678',
    ],
    invalid: [
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
    valid: ['https://example.com', 'https://example.com:8443'],
    invalid: [
      'https://example.com/',
      'http://example.com',
      'https://example.com/x',
      'example.com',
      'https://EXAMPLE.com',
    ],
  },
}

describe('formats', () => {
  it('has cases for each format', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(formats).toSorted())
  })
  for (const [name, { valid, invalid }] of Object.entries(cases)) {
    it.each(valid)(`${name} takes %j`, (text) => expect(formats[name]?.(text)).toBe(true))
    it.each(invalid)(`${name} refuses %j`, (text) => expect(formats[name]?.(text)).toBe(false))
  }
})
