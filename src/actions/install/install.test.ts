import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './install.ts'

test('asks the user', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({})
  expect(log).toEqual([['install']])
})
