import { expect, test } from 'vitest'
import { recorder } from '../../../tests/support/actionRecorder.ts'
import action from './toast.ts'

test('shows the text', () => {
  const { context, log } = recorder()
  expect(action.run({ text: 'Saved', tone: 'success' }, context)).toEqual({})
  expect(log).toEqual([['toast', 'Saved', { tone: 'success' }]])
})
