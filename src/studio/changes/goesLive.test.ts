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
