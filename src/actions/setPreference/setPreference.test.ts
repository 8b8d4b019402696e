import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './setPreference.ts'

test('changes the preference', async () => {
  const { context, log } = recorder()
  expect(await action.run({ name: 'upColor', value: 'red' }, context)).toEqual({})
  expect(log).toEqual([['setPreference', 'upColor', 'red']])
})
