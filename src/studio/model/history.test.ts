import { expect, it } from 'vitest'
import { emptyHistory, joinSteps, record, redo, undo, type History } from './history.ts'

const edit = (history: History, before: string, after: string, more: { mergeKey?: string; time?: number } = {}) =>
  record(history, { label: after, changes: [{ path: 'a', before, after }], time: 0, ...more })

it('undoes and redoes the changes of all files of a step', () => {
  const history = record(emptyHistory, {
    label: 'both',
    time: 0,
    changes: [
      { path: 'a', before: '1', after: '2' },
      { path: 'b', before: null, after: 'new' },
    ],
  })
  const undone = undo(history)
  expect(undone?.changes).toEqual([
    { path: 'a', before: '2', after: '1' },
    { path: 'b', before: 'new', after: null },
  ])
  expect(undo(undone?.history ?? emptyHistory)).toBeNull()
  expect(redo(undone?.history ?? emptyHistory)?.changes).toEqual(history.entries[0]?.changes)
})

it('joins keystrokes that follow one another', () => {
  let history = edit(emptyHistory, '', 'a', { mergeKey: 'json', time: 0 })
  history = edit(history, 'a', 'ab', { mergeKey: 'json', time: 200 })
  history = edit(history, 'ab', 'abc', { mergeKey: 'json', time: 5_000 })
  expect(history.done).toBe(2)
  expect(history.entries[0]?.changes).toEqual([{ path: 'a', before: '', after: 'ab' }])
})

it('drops undone steps when another one is made', () => {
  const first = edit(emptyHistory, '', 'a')
  const undone = undo(first)?.history ?? emptyHistory
  expect(redo(edit(undone, '', 'b'))).toBeNull()
})

it('undoes at once what was made as one step', () => {
  const first = edit(emptyHistory, '', 'a')
  const both = record(edit(first, 'a', 'b'), {
    label: 'last',
    time: 1,
    changes: [
      { path: 'a', before: 'b', after: 'c' },
      { path: 'x', before: null, after: '1' },
    ],
  })
  const joined = joinSteps(both, 1)
  expect(joined.done).toBe(2)
  expect(undo(joined)).toMatchObject({
    label: 'last',
    changes: [
      { path: 'a', before: 'c', after: 'a' },
      { path: 'x', before: '1', after: null },
    ],
  })
  expect(joinSteps(first, 0)).toBe(first)
})
