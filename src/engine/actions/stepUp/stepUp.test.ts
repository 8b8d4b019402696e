import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './stepUp.ts'

test('the proof for the call and its value goes to ok', async () => {
  const { context, log } = recorder()
  expect(await action.run({ call: 'wallet/out', value: 'p1' }, context)).toEqual({
    branch: 'onSuccess',
    value: 'proof',
  })
  expect(log).toEqual([['stepUp', 'wallet/out', 'p1']])
})

test('a call without a value has an empty one', async () => {
  const { context, log } = recorder()
  await action.run({ call: 'user/cash_save' }, context)
  expect(log).toEqual([['stepUp', 'user/cash_save', '']])
})

test('a call that requires no factor goes on with an empty proof', async () => {
  const { context } = recorder({ stepUp: async () => '' })
  expect(await action.run({ call: 'wallet/out', value: 'p1' }, context)).toEqual({ branch: 'onSuccess', value: '' })
})

test('leaving ends the sequence', async () => {
  const { context } = recorder({ stepUp: async () => null })
  expect(await action.run({ call: 'wallet/out' }, context)).toEqual({ stop: true })
})
