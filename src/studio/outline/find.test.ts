import { expect, test } from 'vitest'
import { found } from './find.ts'

const items = [
  ['Map', 'A place, with a text'],
  ['Text', 'Words'],
  ['NoticeBar', 'Moving words'],
  ['RichText', 'Paragraphs'],
] as const
const names = (wanted: string): string[] => found(items, wanted, (item) => item).map(([name]) => name)

test.each([
  ['text', ['Text', 'RichText', 'Map']],
  ['warning', ['NoticeBar']],
  ['nothing of it', []],
])('“%s” finds the best match first', (wanted, expected) => {
  expect(names(wanted)).toEqual(expected)
})
