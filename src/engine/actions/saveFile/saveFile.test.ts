import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './saveFile.ts'

test('saves a table of comma-separated values by default', async () => {
  const { context, log } = recorder()
  expect(await action.run({ name: 'statement.csv', text: 'a,b' }, context)).toEqual({ branch: 'onSuccess' })
  expect(log).toEqual([['saveFile', { name: 'statement.csv', text: 'a,b', mediaType: 'text/csv' }]])
})

test('runs onError when the user cancels', async () => {
  const { context } = recorder({ saveFile: async () => false })
  const file = { name: 'notes.txt', text: '', mediaType: 'text/plain' }
  expect(await action.run(file, context)).toEqual({ branch: 'onError' })
})
