import { expect, it } from 'vitest'
import { select } from './selection.mjs'

const PARTS = ['build', 'types', 'types of the server', 'browser tests']
const FILES = [
  'src/app/boot.test.ts',
  'src/app/types.test.ts',
  'tests/e2e/market/chart.spec.ts',
  'tests/prove/money/bank.ts',
]

it('selection: a word names parts before files', () => {
  expect(select(['types'], PARTS, FILES)).toEqual({ parts: ['types', 'types of the server'], files: [], unknown: [] })
})

it('selection: a path, a folder or a name stands for test files', () => {
  expect(select(['./src/app/boot.test.ts', 'tests/e2e/', 'bank'], PARTS, FILES)).toEqual({
    parts: [],
    files: ['src/app/boot.test.ts', 'tests/e2e/market/chart.spec.ts', 'tests/prove/money/bank.ts'],
    unknown: [],
  })
})

it('selection: names a file once that two words have', () => {
  expect(select(['src/app', 'boot'], PARTS, FILES).files).toEqual(['src/app/boot.test.ts', 'src/app/types.test.ts'])
})

it('selection: reports the words that name nothing', () => {
  expect(select(['build', 'chrat'], PARTS, FILES)).toEqual({ parts: ['build'], files: [], unknown: ['chrat'] })
})
