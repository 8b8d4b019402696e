import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './setTheme.ts'

test('changes the theme', async () => {
  const { context, log } = recorder()
  expect(await action.run({ theme: 'system' }, context)).toEqual({})
  expect(log).toEqual([['setTheme', 'system']])
})
