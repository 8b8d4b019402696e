import { describe, expect, it } from 'vitest'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { copyOf, idOf, pathOf, refusalOf, templateOf, type NewKind } from './newFile.ts'
import { LONG } from '../../../tests/support/long.ts'

describe('a new file', () => {
  it.each<[NewKind, string[]]>([
    // Findings that are left to the author: nothing leads to the file, nothing uses it.
    ['screen', ['unreachable-screen']],
    ['part', ['unused-part']],
    ['form', ['unused-form', 'missing-currency']],
  ])('of the kind %s has no error but that nothing uses it', (kind, allowed) => {
    const path = pathOf(kind, 'gifts/list')
    const { diagnostics } = compiler.check(changedProject([[path, templateOf(kind, 'gifts/list', 'about.title')]]))
    const others = diagnostics.filter(({ rule }) => !allowed.includes(rule))
    expect(others.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  })

  it('is a copy of a screen, with a route of its own', LONG, () => {
    const path = pathOf('screen', 'user/aboutCopy')
    const copy = copyOf(projectFiles.get('screens/user/about.json') ?? '', 'screen', 'user/aboutCopy')
    const { diagnostics } = compiler.check(changedProject([[path, copy]]))
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['unreachable-screen'])
  })

  it.each([
    ['My transfers', 'myTransfers'],
    ['assets/gifts', 'assets/gifts'],
    ['assets/My gifts', 'assets/myGifts'],
  ])('has an id of the words %s', (words, id) => {
    expect(idOf(words)).toBe(id)
  })

  it.each<[string, NewKind, string]>([
    ['a name that is taken', 'screen', 'user/about'],
    ['a part as a screen', 'screen', 'parts/gift'],
    ['a path outside', 'screen', '../gift'],
    ['no name', 'part', 'two words'],
  ])('is refused: %s', (_title, kind, id) => {
    expect(refusalOf(kind, id, Object.fromEntries(projectFiles))).toBeDefined()
  })
})
