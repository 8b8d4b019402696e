import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './setPreference.ts'

test('changes the preference', () => {
  const { context, log } = recorder()
  expect(action.run({ name: 'upColor', value: 'red' }, context)).toEqual({})
  expect(log).toEqual([['setPreference', 'upColor', 'red']])
})
