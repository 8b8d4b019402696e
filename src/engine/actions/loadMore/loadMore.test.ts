import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './loadMore.ts'

test('fetches the next page', async () => {
  const { context, log } = recorder()
  expect(await action.run({ query: 'news' }, context)).toEqual({})
  expect(log).toEqual([['loadMore', 'news']])
})
