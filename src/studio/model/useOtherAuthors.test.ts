import { expect, it } from 'vitest'
import { changedElsewhere } from './useOtherAuthors.ts'

it('says who changes a file in another open change set', () => {
  const set = (id: string, state: 'open' | 'published', author: string) => ({
    id,
    name: `Set ${id}`,
    state,
    files: [{ path: 'screens/a.json', author }],
  })
  expect(
    changedElsewhere(
      [set('own', 'open', 'Omar'), set('1', 'open', 'Omar'), set('2', 'published', 'Nora'), set('3', 'open', 'Mina')],
      'own',
      'Mina',
    ),
  ).toEqual({ 'screens/a.json': 'Omar, in “Set 1”' })
})
