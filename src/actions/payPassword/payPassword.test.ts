import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './payPassword.ts'

test('the password goes to ok', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({ branch: 'ok', value: '123456' })
  expect(log).toEqual([['payPassword']])
})

test('leaving ends the sequence', async () => {
  const { context } = recorder({ payPassword: async () => null })
  expect(await action.run({}, context)).toEqual({ stop: true })
})
