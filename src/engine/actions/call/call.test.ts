import { expect, test } from 'vitest'
import { recorder, refused } from '../../../../tests/support/actionRecorder.ts'
import action from './call.ts'

test('a success leads to ok with the data of the reply', async () => {
  const { context, log } = recorder()
  expect(await action.run({ call: 'news/list', payload: { page: 2 } }, context)).toEqual({
    branch: 'onSuccess',
    value: { id: '7' },
  })
  expect(log).toEqual([['call', 'news/list', { page: 2 }, undefined]])
})

test('a refusal leads to fail with a localized message', async () => {
  const { context } = recorder({ call: async () => refused })
  expect(await action.run({ call: 'news/list' }, context)).toEqual({
    branch: 'onError',
    value: { kind: 'refused', status: null, code: 'wrongPassword', message: 'error:wrongPassword', params: {} },
  })
})

test('passes silent on', async () => {
  const { context, log } = recorder()
  await action.run({ call: 'news/list', silent: true }, context)
  expect(log).toEqual([['call', 'news/list', {}, { silent: true }]])
})

const broken =
  (kind: 'network' | 'timeout' | 'status' | 'refused' | 'session', code: string, status?: number) => async () =>
    ({ ok: false, kind, code, message: '', params: {}, ...(status !== undefined && { status }) }) as const

test.each([
  ['network', 'unreachable', undefined],
  ['timeout', 'timeout', undefined],
  ['status', '500', 500],
] as const)('an error notice shows a failure that the API does not report: %s', async (kind, code, status) => {
  const { context, log } = recorder({ call: broken(kind, code, status) })
  expect(await action.run({ call: 'news/list' }, context)).toMatchObject({ branch: 'onError' })
  expect(log).toEqual([['toast', `error:${code}`, { tone: 'error' }]])
})

test.each([
  ['refused', 'wrongPassword', undefined],
  ['session', 'sessionEnded', undefined],
  ['status', '404', 404],
  ['network', 'cancelled', undefined],
] as const)(
  'no notice for a failure that is reported elsewhere or has no listener: %s %s',
  async (kind, code, status) => {
    const { context, log } = recorder({ call: broken(kind, code, status) })
    await action.run({ call: 'news/list' }, context)
    expect(log).toEqual([])
  },
)

test('shows nothing of a silent call', async () => {
  const { context, log } = recorder({ call: broken('network', 'unreachable') })
  await action.run({ call: 'news/list', silent: true }, context)
  expect(log).toEqual([])
})
