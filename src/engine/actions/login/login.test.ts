import { expect, test } from 'vitest'
import { recorder, refused } from '../../../../tests/support/actionRecorder.ts'
import action from './login.ts'

test('the token begins the session', async () => {
  const { context, log } = recorder()
  expect(await action.run({ token: 't' }, context)).toEqual({ branch: 'onSuccess', value: null })
  expect(log).toEqual([['login', { token: 't' }]])
})

test('without the user there is no session', async () => {
  const { context } = recorder({ login: async () => refused })
  expect(await action.run({ token: 't' }, context)).toMatchObject({
    branch: 'onError',
    value: { code: 'wrongPassword' },
  })
})
