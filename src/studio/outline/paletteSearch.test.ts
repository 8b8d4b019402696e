import { expect, it } from 'vitest'
import { bestFirst, nearWords } from './paletteSearch.ts'

const WIDGETS = [
  { name: 'Map', description: 'Places, with a text for each.' },
  { name: 'NoticeBar', description: 'One line of news.', keywords: ['warning', 'pie of news'] },
  { name: 'Ring', description: 'A share.' },
  { name: 'Format', description: 'A string of letters.' },
  { name: 'Text', description: 'Words.', keywords: ['paragraph', 'warning'] },
]
const names = (query: string) => bestFirst(WIDGETS, query).map(({ name }) => name)

it.each([
  ['text', ['Text', 'Map']],
  ['warning', ['NoticeBar', 'Text']],
  ['pie', ['NoticeBar']],
  ['ring', ['Ring']],
  ['', ['Map', 'NoticeBar', 'Ring', 'Format', 'Text']],
  ['lawn', []],
])('finds by "%s", the best first', (query, found) => expect(names(query)).toEqual(found))

it('offers the words with the same beginning first, where nothing is found', () => {
  const [first, ...others] = nearWords(WIDGETS, 'parade')
  expect(first).toBe('paragraph')
  expect(others).toHaveLength(5)
})
