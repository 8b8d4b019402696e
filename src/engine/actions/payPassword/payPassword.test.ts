import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './payPassword.ts'

test('the proof for the call goes to ok', async () => {
  const { context, log } = recorder()
  expect(await action.run({ call: 'wallet/out' }, context)).toEqual({ branch: 'onSuccess', value: 'proof' })
  expect(log).toEqual([['payPassword', 'wallet/out']])
})

test('leaving ends the sequence', async () => {
  const { context } = recorder({ payPassword: async () => null })
  expect(await action.run({ call: 'wallet/out' }, context)).toEqual({ stop: true })
})
