import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedBodyError, parseJson } from './json.ts'

describe('parseJson', () => {
  it('accepts what JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        if (/"(__proto__|constructor|prototype)"/.test(text)) return
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '{"a":{"b":[{"c":"}{\\"a\\":1"}]},"d":"\\\\"}',
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"constructors":1}',
  ])('takes %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('is linear for an unterminated string', () => {
    // A quadratic parser would take hours.
    expect(() => parseJson(`"${'\\"'.repeat(2_000_000)}`)).toThrow(MalformedBodyError)
  })

  it.each([
    ['a key that stands twice', '{"amount":"1","amount":"2"}'],
    ['the same key in disguise', '{"amount":"1","\\u0061mount":"2"}'],
    ['a key for the prototype', '{"__proto__":{"admin":true}}'],
    ['it in disguise', '{"\\u005f_proto__":1}'],
    ['constructor', '{"a":{"constructor":{}}}'],
    ['200 000 levels', '['.repeat(200_000)],
    ['17 levels', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`],
    ['a torn body', '{"a":'],
    ['a torn text', '{"a":"x'],
    ['no JSON', 'amount=1'],
  ])('refuses %s', (_, text) => {
    expect(() => parseJson(text)).toThrow(MalformedBodyError)
  })
})
