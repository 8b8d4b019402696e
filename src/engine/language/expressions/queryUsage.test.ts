import { expect, test } from 'vitest'
import type { Node, Step } from './program.ts'
import { queryUsageOf } from './queryUsage.ts'

const node = (more: Partial<Node>): Node => ({ widget: 'Stack', sourcePath: '', ...more })
const step = (more: Partial<Step>): Step => ({ action: 'call', sourcePath: '', ...more })
const queries = { a: { call: 'a' }, b: { call: 'b' }, c: { call: 'c' } }

test('the body waits for the queries that no node handles', () => {
  const screen = { queries, toolbar: [node({ showErrorOf: ['b'] })], body: [node({ waitFor: 'a' })] }
  expect(queryUsageOf(screen).awaitedByBody).toEqual(['c'])
})

test('the body does not wait for the query of a sheet that a branch of a step opens', () => {
  const sheet = step({ action: 'sheet', slots: { body: [node({ waitFor: 'a' })] } })
  const screen = { queries, body: [node({ on: { press: [step({ branches: { onSuccess: [sheet] } })] } })] }
  expect(queryUsageOf(screen).awaitedByBody).toEqual(['b', 'c'])
})
