import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './navigate.ts'

test('goes to the route with its params', () => {
  const { context, log } = recorder()
  expect(action.run({ to: '/pages/news/detail', params: { id: '3' } }, context)).toEqual({})
  expect(log).toEqual([['navigate', '/pages/news/detail', { id: '3' }, 'push']])
})

test('can take the place of the screen', () => {
  const { context, log } = recorder()
  action.run({ to: '/pages/news/index', replace: true }, context)
  expect(log).toEqual([['navigate', '/pages/news/index', {}, 'replace']])
})
