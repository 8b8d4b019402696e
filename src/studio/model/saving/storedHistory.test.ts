import { array, assert, constantFrom, nat, property, string, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { emptyHistory, record, redo, undo, type History } from '../history.ts'
import { packHistory, unpackHistory } from './storedHistory.ts'

type Files = Record<string, string>

/** Applies all steps of undo or of redo, and returns the files. */
function stepAll(history: History, files: Files, step: typeof undo | typeof redo): Files {
  const result = { ...files }
  for (let next = step(history); next; next = step(next.history))
    for (const { path, after } of next.changes) {
      if (after === null) delete result[path]
      else result[path] = after
    }
  return result
}

const edit = (history: History, files: Files, path: string, after: string | null): History => {
  const before = files[path] ?? null
  if (after === null) delete files[path]
  else files[path] = after
  return record(history, { label: `edit ${path}`, time: 0, changes: [{ path, before, after }] })
}

it('has the same steps after a reload, for all edits and undone steps', () => {
  const text = string({ maxLength: 12 })
  assert(
    property(
      array(tuple(constantFrom('a', 'b'), text, nat({ max: 5 })), { maxLength: 12 }),
      nat({ max: 12 }),
      (edits, undone) => {
        const start = { a: 'first', b: 'second' }
        const files: Files = { ...start }
        let history = emptyHistory
        for (const [path, words, kind] of edits) history = edit(history, files, path, kind === 0 ? null : words)
        const last = { ...files }
        for (let count = 0; count < undone; count += 1) {
          const step = undo(history)
          if (!step) break
          history = step.history
          Object.assign(files, Object.fromEntries(step.changes.map(({ path, after }) => [path, after])))
          for (const { path, after } of step.changes) if (after === null) delete files[path]
        }
        const read = unpackHistory(packHistory(history), files)
        expect([read.entries.length, read.done]).toEqual([history.entries.length, history.done])
        expect(stepAll(read, files, undo)).toEqual(start)
        expect(stepAll(read, files, redo)).toEqual(last)
      },
    ),
    { seed: 1, numRuns: 300 },
  )
})

it('keeps the steps after a change of another author of the same file, and drops those before it', () => {
  const files: Files = { a: '1', b: '1' }
  let history = edit(emptyHistory, files, 'a', '2')
  history = edit(history, files, 'b', '2')
  expect(unpackHistory(packHistory(history), { a: 'theirs', b: '2' }).entries.map(({ label }) => label)).toEqual([
    'edit b',
  ])
})

it('keeps the latest steps where all of them are too many', () => {
  const files: Files = { a: '' }
  let history = emptyHistory
  for (let count = 0; count < 150; count += 1) history = edit(history, files, 'a', String(count).repeat(6_000))
  const text = packHistory(history)
  expect(text.length).toBeLessThan(500_000)
  const read = unpackHistory(text, files)
  expect(read.done).toBe(read.entries.length)
  expect(read.entries.length).toBeGreaterThan(3)
})

it.each(['', '{', '[]', '{"entries":1,"done":2}', null])('reads no steps of %j', (text) => {
  expect(unpackHistory(text, { a: '1' })).toEqual(emptyHistory)
})
