import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './share.ts'

const link = { title: 'Placard', text: 'Come along', url: 'https://example.com/invite' }

test('shares by the device, and shows no toast', async () => {
  const { context, log } = recorder()
  expect(await action.run(link, context)).toEqual({ branch: 'onSuccess' })
  expect(log).toEqual([['share', link]])
})

test('shows nothing when the user cancels', async () => {
  const { context, log } = recorder({ share: async () => 'refused' })
  expect(await action.run(link, context)).toEqual({ branch: 'onError' })
  expect(log).toEqual([])
})

test('copies the link where the device has no means', async () => {
  const { context, log } = recorder({ share: async () => 'missing' })
  expect(await action.run(link, context)).toEqual({ branch: 'onSuccess' })
  expect(log).toEqual([
    ['copy', link.url],
    ['toast', 'text:ui.copied', { tone: 'success' }],
  ])
})

test('says that the browser refused to copy', async () => {
  const { context } = recorder({ share: async () => 'missing', copy: async () => false })
  expect(await action.run(link, context)).toEqual({ branch: 'onError' })
})
