import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './confirm.ts'

test('a yes goes on', async () => {
  const { context, log } = recorder()
  expect(await action.run({ title: 'Sure?' }, context)).toEqual({ stop: false })
  expect(log).toEqual([['confirm', { title: 'Sure?' }]])
})

test('a no ends the sequence', async () => {
  const { context } = recorder({ confirm: async () => false })
  expect(await action.run({ title: 'Sure?' }, context)).toEqual({ stop: true })
})

test('a skipped one asks nothing', async () => {
  const { context, log } = recorder({ confirm: async () => false })
  expect(await action.run({ title: 'Sure?', skip: true }, context)).toEqual({ stop: false })
  expect(log).toEqual([])
})

test('restart restarts the sequence', async () => {
  const { context } = recorder({ confirm: async () => 'restart' })
  expect(await action.run({ title: 'Sure?' }, context)).toEqual({ restart: true })
})

test('draws its extra nodes in the scope of the step', async () => {
  const { context, log } = recorder()
  await action.run({ title: 'Sure?', body: [] }, context)
  expect(log).toEqual([['confirm', { title: 'Sure?', nodes: [] }]])
})
