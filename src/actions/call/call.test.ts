import { expect, test } from 'vitest'
import { recorder, refused } from '../recorder.ts'
import action from './call.ts'

test('a success leads to ok with the data of the reply', async () => {
  const { context, log } = recorder()
  expect(await action.run({ call: 'news/list', payload: { page: 2 } }, context)).toEqual({ branch: 'ok', value: { id: '7' } })
  expect(log).toEqual([['call', 'news/list', { page: 2 }, undefined]])
})

test('a refusal leads to fail with the words of the reader', async () => {
  const { context } = recorder({ call: async () => refused })
  expect(await action.run({ call: 'news/list' }, context)).toEqual({ branch: 'fail', value: { kind: 'refused', status: null, code: 'wrongPassword', message: 'error:wrongPassword', params: {} } })
})

test('silent is handed on', async () => {
  const { context, log } = recorder()
  await action.run({ call: 'news/list', silent: true }, context)
  expect(log).toEqual([['call', 'news/list', {}, { silent: true }]])
})
