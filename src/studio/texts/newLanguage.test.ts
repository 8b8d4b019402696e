import { expect, it } from 'vitest'
import { languageTag } from './NewLanguage.tsx'

it.each([
  ['it', 'it'],
  [' PT-br ', 'pt-BR'],
  ['', null],
  ['not a language', null],
  ['xqz', null],
])('the language of “%s” is %s', (typed, tag) => expect(languageTag(typed)).toBe(tag))
