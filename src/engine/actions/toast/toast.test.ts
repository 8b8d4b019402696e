import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './toast.ts'

test('names the record whose outcome it shows', () => {
  const { context, log } = recorder()
  action.run({ text: 'Won', record: 'abc' }, context)
  expect(log).toEqual([['toast', 'Won', { tone: 'info', record: 'abc' }]])
})

test('shows the text', () => {
  const { context, log } = recorder()
  expect(action.run({ text: 'Saved', tone: 'success' }, context)).toEqual({})
  expect(log).toEqual([['toast', 'Saved', { tone: 'success' }]])
})
