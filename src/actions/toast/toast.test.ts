import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './toast.ts'

test('shows the text', async () => {
  const { context, log } = recorder()
  expect(await action.run({ text: 'Saved', tone: 'success' }, context)).toEqual({})
  expect(log).toEqual([['toast', 'Saved', { tone: 'success' }]])
})
