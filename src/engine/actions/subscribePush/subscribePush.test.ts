import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './subscribePush.ts'

const subscription = { endpoint: 'https://push.example/1', p256dh: 'B', auth: 'A' }

test('answers the subscription of the browser', async () => {
  const { context, log } = recorder({ subscribePush: async () => subscription })
  expect(await action.run({ publicKey: 'K' }, context)).toEqual({ branch: 'onSuccess', value: subscription })
  expect(log).toEqual([])
})

test.each([
  ['refused', 'push.refused'],
  ['missing', 'push.missing'],
] as const)('says that it is %s', async (answer, text) => {
  const { context, log } = recorder({ subscribePush: async () => answer })
  expect(await action.run({ publicKey: 'K' }, context)).toEqual({ branch: 'onError' })
  expect(log).toEqual([['toast', `text:${text}`, { tone: 'error' }]])
})
