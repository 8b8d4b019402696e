import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './setLanguage.ts'

test('changes the language', async () => {
  const { context, log } = recorder()
  expect(await action.run({ lang: 'ar' }, context)).toEqual({})
  expect(log).toEqual([['setLanguage', 'ar']])
})
