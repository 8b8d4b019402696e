import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './invalidate.ts'

test('makes calls stale', async () => {
  const { context, log } = recorder()
  expect(await action.run({ calls: ['wallet/list'] }, context)).toEqual({})
  expect(log).toEqual([['invalidate', ['wallet/list']]])
})
