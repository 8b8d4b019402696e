import { expect, test } from 'vitest'
import { lengthsOf } from './patternLengths.ts'

test.each<[RegExp, number, number]>([
  [/^\d{6}$/, 6, 6],
  [/^[A-Z0-9]{3,20}$/, 3, 20],
  [/^-?\d{1,24}(\.\d{1,12})?$/, 1, 38],
  [/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 2, 8],
  [/^\+[1-9]\d{0,3} \d{6,14}$/, 9, 20],
  [/^(ab|cde)+$/, 2, Infinity],
  [/^[\]a-]{2}x*$/, 2, Infinity],
  [/^\d( ?\d){11,18}$/, 12, 37],
])('%s matches texts of %i to %i characters', (pattern, min, max) => {
  expect(lengthsOf(pattern)).toEqual({ min, max })
})
