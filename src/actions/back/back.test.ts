import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './back.ts'

test('goes one screen back', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({})
  expect(log).toEqual([['back', 1]])
})
