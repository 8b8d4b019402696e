import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JOBS } from './jobs.ts'

it('runs the job of every module', () => {
  const modules = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/job.ts') && file !== 'jobs/job.ts')
    .map((file) => file.slice(0, -'/job.ts'.length))
  expect(modules.length).toBeGreaterThan(5)
  expect(Object.keys(JOBS)).toEqual(modules.toSorted())
})
