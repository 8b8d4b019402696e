import { describe, expect, it } from 'vitest'
import { completeTexts, isPartial } from './partialTexts.ts'

const ENGLISH = { a: 'One', b: 'Two', items_one: '{{count}} item', items_other: '{{count}} items' }

describe('the texts of a partly translated language', () => {
  it('are its own, and English where it has none', () => {
    const entries = { a: 'Uno', b: { en: 'Two' }, items_many: { en: 'x' }, items_other: '{{count}} pezzi' }
    expect(completeTexts(entries, ENGLISH)).toEqual({
      a: 'Uno',
      b: 'Two',
      items_many: '{{count}} items',
      items_other: '{{count}} pezzi',
    })
    expect(isPartial(entries)).toBe(true)
  })
  it('have English for keys that were added later', () => {
    expect(completeTexts({ a: { en: 'One' } }, ENGLISH)).toEqual(ENGLISH)
  })
})

it('a complete language has exactly its own texts', () => {
  expect(completeTexts({ a: 'Uno' }, ENGLISH)).toEqual({ a: 'Uno' })
  expect(isPartial({ a: 'Uno' })).toBe(false)
})
