import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './passkey.ts'

test.each([
  [undefined, 'usePasskey'],
  [false, 'usePasskey'],
  [true, 'createPasskey'],
] as const)('with create %s it calls %s with the options', async (create, name) => {
  const { context, log } = recorder()
  const args = { options: '{"challenge":"c"}', ...(create !== undefined && { create }) }
  expect(await action.run(args, context)).toEqual({ branch: 'onSuccess', value: '{}' })
  expect(log).toEqual([[name, '{"challenge":"c"}']])
})

test('says that there was no answer', async () => {
  const { context, log } = recorder({ usePasskey: async () => null })
  expect(await action.run({ options: '{}' }, context)).toEqual({ branch: 'onError' })
  expect(log).toEqual([['toast', 'text:passkeys.cancelled', { tone: 'error' }]])
})
