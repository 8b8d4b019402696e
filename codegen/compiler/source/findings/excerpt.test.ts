import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test.each([
  ['size(rows) == 0 && state.open', 40, 'size(rows) == 0 && state.open'],
  ['size(rows) == 0 && state.open', 18, 'size(rows) == 0…'],
  ['size(rows) == 0 && state.open', 17, 'size(rows) == 0…'],
  ['size(rows) == 0 && state.open', 14, 'size(rows)…'],
  ['size(rows)==0&&state.open', 14, 'size(rows)==0…'],
  ['form.amount.orValue', 12, 'form.amount…'],
  ['abcdefghijklmnop', 8, 'abcdefgh…'],
])('%s, at most %i characters', (text, most, expected) => {
  expect(excerpt(text, most)).toBe(expected)
})
