import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './refresh.ts'

test('fetches the named regions again', async () => {
  const { context, log } = recorder()
  expect(await action.run({ queries: ['market'] }, context)).toEqual({})
  expect(log).toEqual([['refresh', ['market']]])
})
