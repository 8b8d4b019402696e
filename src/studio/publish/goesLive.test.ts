import { takenUp } from './PastPublications.tsx'
import { filesWords, freeSetName } from '../changes/SetList.tsx'
import { expect, it } from 'vitest'
import { forWhom, goesLive, goesLiveWords } from './goesLive.ts'

const PUBLISHED = { 'locales/en.json': '{"a":"1","b":"2"}', 'locales/de.json': '{"a":"1"}', 'screens/a.json': '{}' }
const wordsFor = (changes: Record<string, string>): string[] => {
  const all = goesLive(Object.keys(changes), { ...PUBLISHED, ...changes }, PUBLISHED)
  return [goesLiveWords(all), forWhom(all)]
}

it.each<[Record<string, string>, string, string]>([
  [{ 'locales/en.json': '{"a":"2","b":"2"}' }, '1 text in English', 'It changes for everybody who opens the app.'],
  [
    { 'screens/a.json': '{"access":["login"]}', 'locales/en.json': '{"a":"1"}', 'locales/de.json': '{}' },
    '1 screen and 2 texts in 2 languages',
    'It changes for users who have logged in.',
  ],
  [
    { 'screens/a.json': '{"access":["login"]}', 'screens/b.json': '{}', 'schemas/forms/c.json': '{}' },
    '2 screens and 1 form',
    'It changes for everybody; 1 of the screens are seen by users who have logged in.',
  ],
])('a publication has numbers: %j', (changes, words, whom) => expect(wordsFor(changes)).toEqual([words, whom]))

it('a change set that is made has a name of its own', () => {
  const set = (name: string, state: 'open' | 'published') => ({ name, state })
  expect(freeSetName('Mina', [set('Changes of Mina', 'open'), set('Changes of Mina 2', 'published')])).toBe(
    'Changes of Mina 2',
  )
})

it('the files of a change set are named as people call them', () => {
  const files = ['locales/de.json', 'locales/en.json', 'schemas/forms/a.json', 'screens/user/index.json']
  expect(filesWords(files, [{ file: 'screens/user/index.json', title: 'Profile' }])).toBe(
    'Screen Profile, Form a, texts in 2 languages',
  )
  expect(filesWords([], [])).toBe('nothing yet')
})

it('the changes of a publication are taken up on what is live now', () => {
  const base = '{ "a": 1, "b": 1 }'
  const change = (path: string, text: string | null, from: string | null = base) => ({ path, text, base: from })
  const { taken, left } = takenUp(
    [
      change('same', '{ "a": 2, "b": 1 }'),
      change('joined', '{ "a": 2, "b": 1 }'),
      change('clash', '{ "a": 2, "b": 1 }'),
      change('new', '{}', null),
    ],
    { same: base, joined: '{ "a": 1, "b": 3 }', clash: '{ "a": 3, "b": 1 }' },
  )
  expect(JSON.parse(taken.joined ?? '')).toEqual({ a: 2, b: 3 })
  expect(Object.keys(taken)).toEqual(['same', 'joined', 'new'])
  expect(left).toEqual(['clash'])
})
