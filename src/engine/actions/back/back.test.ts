import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './back.ts'

test('goes one screen back', () => {
  const { context, log } = recorder()
  expect(action.run({}, context)).toEqual({})
  expect(log).toEqual([['back', 1]])
})
