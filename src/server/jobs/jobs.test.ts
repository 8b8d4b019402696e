import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { JOBS } from './jobs.ts'

it('runs the job of every module', () => {
  const modules = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/job.ts'))
    .map((file) => file.slice(0, -'/job.ts'.length))
  expect(modules.length).toBeGreaterThan(5)
  expect(Object.keys(JOBS)).toEqual(modules.toSorted())
})
