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
    '{"a":"\\ud83d\\ude00"}',
    '{"a":1e308,"b":1e-400,"c":-0}',
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
    ['a number beyond the range', '{"a":1e400}'],
    ['a number beyond the range, below 0', '{"a":[-1E+999]}'],
    ['a number of 400 digits', `{"a":${'9'.repeat(400)}}`],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['the other half, in a key', '{"\\uDC00":1}'],
    ['halves in the wrong order', '{"a":"\\udc00\\ud800"}'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['NUL after the value', '{"a":1}\0'],
    ['NUL within a text', '{"a":"\0"}'],
    ['a line break within a text', '{"a":"x\ny"}'],
    ['a comma at the end of an object', '{"a":1,}'],
    ['a comma at the end of a list', '[1,]'],
    ['two commas', '[1,,2]'],
    ['two values', '{"a":1}{"a":2}'],
    ['a comment', '{"a":1/* */}'],
    ['single quotes', "{'a':1}"],
    ['a name without quotes', '{a:1}'],
    ['a number with a plus', '{"a":+1}'],
    ['a number with a zero in front', '{"a":01}'],
    ['a number without digits before its point', '{"a":.5}'],
    ['a number without digits after its point', '{"a":1.}'],
    ['a hexadecimal number', '{"a":0x10}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":-Infinity}'],
    ['an unknown escape', '{"a":"\\x41"}'],
    ['a short escape', '{"a":"\\u12"}'],
    ['nothing', ''],
    ['white space', ' \n'],
    ['a blank of another kind', '\u00a0{"a":1}'],
  ])('refuses %s', (_, text) => {
    expect(() => parseJson(text)).toThrow(MalformedBodyError)
  })
})
