import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './sheet.ts'

test('shows its nodes and waits until it is closed', async () => {
  let close: (() => void) | undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const { context } = recorder({ sheet: () => closed })
  let over = false
  const run = Promise.resolve(action.run({ title: 'More', body: [{ widget: 'Text', sourcePath: 'x' }] }, context)).then(
    () => (over = true),
  )
  await Promise.resolve()
  expect(over).toBe(false)
  close?.()
  await run
  expect(over).toBe(true)
})

test('without a title there is none', async () => {
  const { context, log } = recorder()
  await action.run({ body: [] }, context)
  expect(log).toEqual([['sheet', { nodes: [] }]])
})
