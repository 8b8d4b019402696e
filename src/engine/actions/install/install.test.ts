import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './install.ts'

test('asks the user', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({})
  expect(log).toEqual([['install']])
})
