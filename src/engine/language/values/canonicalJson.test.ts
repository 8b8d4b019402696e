import { expect, it } from 'vitest'
import { canonicalJson } from './canonicalJson.ts'

it.each([
  ['keys in any order', { b: [1, { d: null, c: 'x' }], a: true }, '{"a":true,"b":[1,{"c":"x","d":null}]}'],
  ['an absent field', { a: undefined, b: 1 }, '{"b":1}'],
  ['an absent item', [undefined, 1], '[null,1]'],
  ['a number and a text', [1, '1'], '[1,"1"]'],
  ['nothing', undefined, 'null'],
])('writes %s', (_, value, text) => expect(canonicalJson(value)).toBe(text))
