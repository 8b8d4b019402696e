import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './setTheme.ts'

test('changes the theme', () => {
  const { context, log } = recorder()
  expect(action.run({ theme: 'system' }, context)).toEqual({})
  expect(log).toEqual([['setTheme', 'system']])
})
