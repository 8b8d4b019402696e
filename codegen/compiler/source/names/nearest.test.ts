import { describe, expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

describe('suggestions', () => {
  test.each([
    ['a letter left out', 'Buton', ['Button', 'Badge'], 'Button', true],
    ['two letters swapped', 'navigaet', ['navigate', 'back'], 'navigate', true],
    ['another case', 'button', ['Button'], 'Button', true],
    ['two slips in a long word', 'availabelBalanc', ['availableBalance'], 'availableBalance', true],
    ['two names as near', 'lst', ['last', 'list'], 'last', false],
    ['two neighbouring letters are others: another word', 'minimum', ['maximum'], 'maximum', false],
    ['the least and the greatest', 'minOut', ['maxOut'], 'maxOut', false],
    ['too short to compare', 'up', ['ap'], 'ap', false],
    ['three slips', 'abcdefxyz', ['abcdefghi'], 'abcdefghi', false],
  ])('%s', (_, wrong, names, name, certain) => {
    expect(nearest(wrong, names)).toEqual({ name, certain })
    expect(didYouMean(wrong, names)).toEqual({
      code: 'advice/didYouMean',
      params: { name },
      ...(certain ? { rename: { from: wrong, to: name } } : {}),
    })
  })

  test('suggests nothing for an unrelated name', () => {
    expect(didYouMean('Chart', ['Text', 'Button'])).toBeUndefined()
  })
})
