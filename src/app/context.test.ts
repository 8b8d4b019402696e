// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { client } from '../../tests/support/client.ts'
import { createActionContextFactory } from './context.tsx'
import { product } from './product.ts'
import type { AppServices } from './runtime.ts'

it('toast: leaves out the outcome of a record whose message was announced', () => {
  const toast = vi.fn()
  const runtime = { client, product, toast } as unknown as AppServices
  const context = createActionContextFactory(runtime)({ screen: {} } as never, null, { place: null } as never)
  client.announced.subjects.add('order-1')
  context.toast('Won', { record: 'order-1' })
  context.toast('Lost', { record: 'order-2' })
  expect(toast.mock.calls).toEqual([['Lost', {}]])
  expect(client.announced.outcomes.has('order-2')).toBe(true)
})
