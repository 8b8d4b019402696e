import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { JOBS } from './jobs.ts'

it('runs the job of every module', () => {
  const modules = readdirSync(join(import.meta.dirname, 'modules'), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'job.ts')
    .map((file) => basename(dirname(file)))
  expect(modules.length).toBeGreaterThan(5)
  expect(Object.keys(JOBS)).toEqual(modules.toSorted())
})
