import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './invalidate.ts'

test('makes calls stale', () => {
  const { context, log } = recorder()
  expect(action.run({ calls: ['wallet/list'] }, context)).toEqual({})
  expect(log).toEqual([['invalidate', ['wallet/list']]])
})
