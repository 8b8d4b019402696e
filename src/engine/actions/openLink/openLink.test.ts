import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './openLink.ts'

test('opens inside the app by default', () => {
  const { context, log } = recorder()
  expect(action.run({ url: 'https://example.org/' }, context)).toEqual({})
  expect(log).toEqual([['openLink', 'https://example.org/', 'webview']])
})
