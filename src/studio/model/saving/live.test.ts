import { expect, it } from 'vitest'
import { rebaseOnLive } from './live.ts'

const [A, B] = ['{ "a": "1", "b": "1" }', '{ "a": "2", "b": "1" }']

it.each<[string, string | null, string | null, object]>([
  ['a file that is not changed here is taken', A, B, { taken: { f: B } }],
  ['a file that is deleted there is deleted', A, null, { taken: { f: null } }],
  [
    'changes in other places are joined',
    '{ "a": "1", "b": "3" }',
    B,
    { joined: { f: expect.stringContaining('"3"') as string } },
  ],
  ['the same change is no change any more', B, B, { same: ['f'] }],
  [
    'changes at one place are a conflict',
    '{ "a": "3", "b": "1" }',
    B,
    { conflicts: [{ path: 'f', base: A, theirs: B }] },
  ],
  ['a file that is deleted here and changed there is a conflict', null, B, { conflicts: [{ path: 'f', mine: null }] }],
  ['what is live still concerns nothing', '{}', A, { taken: {}, joined: {}, same: [], conflicts: [] }],
])('%s', (_name, mine, theirs, expected) => {
  const files = (text: string | null): Record<string, string> => (text === null ? {} : { f: text })
  expect(rebaseOnLive({ f: A }, files(theirs), files(mine), () => A)).toMatchObject(expected)
})

it('a change that started from an earlier live text is joined with the one that is live', () => {
  const [live, mine] = ['{ "a": "2", "b": "1" }', '{ "a": "1", "b": "3" }']
  const { joined } = rebaseOnLive({ f: live }, { f: live }, { f: mine }, () => A)
  expect(JSON.parse(joined.f ?? '')).toEqual({ a: '2', b: '3' })
  expect(rebaseOnLive({ f: live }, { f: live }, { f: live }, () => A)).toMatchObject({ same: ['f'] })
})
