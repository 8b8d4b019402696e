import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './returnResult.ts'

test('hands back what was chosen', () => {
  const { context, log } = recorder()
  expect(action.run({ value: '52.52000,13.40500' }, context)).toEqual({})
  expect(log).toEqual([['returnResult', '52.52000,13.40500']])
})
