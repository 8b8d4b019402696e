import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './logout.ts'

test('ends the session', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({})
  expect(log).toEqual([['logout']])
})
