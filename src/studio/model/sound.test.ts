import { expect, it } from 'vitest'
import { emptyHistory, record } from './history.ts'
import { isSound, lastSound } from './sound.ts'

it.each([
  ['{ "a": 1 } // a comment', true],
  ['{ "a": 1, }', true],
  ['"a": 1 }', false],
  ['[]', false],
  ['', false],
])('%s', (text, expected) => {
  expect(isSound(text)).toBe(expected)
})

it('goes back over all broken versions of a file', () => {
  let history = emptyHistory
  const versions = ['{}', '{ "a": 1 }', '"a": 1 }', '"a": 1']
  for (const [index, after] of versions.entries())
    if (index > 0)
      history = record(history, {
        label: 'edit',
        time: 0,
        changes: [{ path: 'a', before: versions[index - 1] ?? null, after }],
      })
  expect(lastSound('a', history, {})).toBe('{ "a": 1 }')
  expect(lastSound('b', history, { b: '{}' })).toBe('{}')
  expect(lastSound('c', history, {})).toBeUndefined()
})
