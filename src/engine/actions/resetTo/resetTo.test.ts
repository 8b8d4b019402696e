import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './resetTo.ts'

test('forgets the screens before', () => {
  const { context, log } = recorder()
  expect(action.run({ to: '/pages/index/index' }, context)).toEqual({})
  expect(log).toEqual([['navigate', '/pages/index/index', {}, 'reset']])
})
