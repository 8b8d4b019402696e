import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './copy.ts'

test('says that it is copied', async () => {
  const { context, log } = recorder()
  expect(await action.run({ text: 'abc' }, context)).toEqual({ branch: 'onSuccess' })
  expect(log).toEqual([
    ['copy', 'abc'],
    ['toast', 'text:ui.copied', { tone: 'success' }],
  ])
})

test('says that the browser refused', async () => {
  const { context } = recorder({ copy: async () => false })
  expect(await action.run({ text: 'abc' }, context)).toEqual({ branch: 'onError' })
})
