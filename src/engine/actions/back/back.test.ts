import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './back.ts'

test('goes one screen back', () => {
  const { context, log } = recorder()
  expect(action.run({}, context)).toEqual({})
  expect(log).toEqual([['back', 1, undefined]])
})

test('names the screen to show where there is none before', () => {
  const { context, log } = recorder()
  action.run({ fallback: '/pages/news/index' }, context)
  expect(log).toEqual([['back', 1, '/pages/news/index']])
})
