import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAULTS } from '../prove/kit/gateFaults.ts'
import { browserTestFiles } from './testFiles.mjs'

const ROOT = join(import.meta.dirname, '../..')

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

it.each(FAULTS)('$part: $what can be put into $file', ({ file, from, to }) => {
  expect(read(file).split(from).length).toBe(2)
  expect(to).not.toBe(from)
})

it('the fault of the browser tests is one of a test that is not LONG', () => {
  const titles = FAULTS.filter(({ part }) => part === 'browser tests').map(({ title }) => title)
  expect(titles).toHaveLength(1)
  const tests = browserTestFiles(ROOT).flatMap((file) =>
    [...read(file).matchAll(/^\s*test\(\s*'([^'\n]+)',\s*(\w+)/gm)].map(([, title, next]) => ({
      title,
      next,
    })),
  )
  expect(tests.length).toBeGreaterThan(100)
  expect(tests.filter(({ title }) => titles.includes(title))).toEqual([{ title: titles[0], next: 'async' }])
})
