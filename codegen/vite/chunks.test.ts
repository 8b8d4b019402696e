import { expect, test } from 'vitest'
import { cycleOf } from './chunks.ts'

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('a shared import is no cycle', () => {
  expect(cycleOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeNull()
})

test('the cycle is found behind its entry, with its chunks in order', () => {
  expect(cycleOf(graph({ entry: ['a'], a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a'])
})
