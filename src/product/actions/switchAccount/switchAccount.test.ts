import { expect, test } from 'vitest'
import { recorder, refused } from '../../../../tests/support/actionRecorder.ts'
import action from './switchAccount.ts'

test('changes the account', async () => {
  const { context, log } = recorder()
  expect(await action.run({ mode: 'demo' }, context)).toEqual({ branch: 'onSuccess', value: null })
  expect(log).toEqual([['switchAccount', 'demo']])
})

test('a refusal leads to fail', async () => {
  const { context } = recorder({ switchAccount: async () => refused })
  expect(await action.run({ mode: 'real' }, context)).toMatchObject({ branch: 'onError' })
})
