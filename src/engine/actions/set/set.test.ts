import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './set.ts'

test('sets the state', () => {
  const { context, log } = recorder()
  expect(action.run({ name: 'filter.class', value: 'forex' }, context)).toEqual({})
  expect(log).toEqual([['setState', 'filter.class', 'forex']])
})
