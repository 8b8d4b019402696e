import { expect, test } from 'vitest'
import { displayWidth } from './displayWidth.ts'

test.each([
  ['Market', 6],
  ['行情', 4],
  ['ﾏｰｹｯﾄ 12', 8],
  ['한국어', 6],
  ['السُّوق', 5],
  ['{{count}} Tage', 9],
  ['', 0],
])('%s is as wide as %i letters', (text, letters) => {
  expect(displayWidth(text)).toBe(letters)
})
