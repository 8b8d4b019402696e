// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { plugin } from '../../product/plugin.ts'
import { createActionContextFactory } from '../context.tsx'
import { product } from '../product.ts'
import type { AppServices } from '../runtime.ts'
import { watchUser } from './watchUser.ts'
import { client } from '../../../tests/support/client.ts'

const ok = (data: unknown) => ({ ok: true as const, code: '1', message: '', params: {}, data })
const toast = vi.fn()
let unread = 0
let rows: { id: string; title: string; link: string; read: boolean }[] = []
let stop: () => void = () => undefined
const refreshUser = () =>
  client.session.refreshUser(() =>
    Promise.resolve(ok({ id: 'ann', mode: 'real', identity: 0, advancedIdentity: 0, unreadMessages: unread })),
  )

/** A message arrives, and the user is fetched again. */
async function arrives(id: string, record: string): Promise<void> {
  unread += 1
  rows = [{ id, title: id, link: `/pages/trade/secondsDetail?id=${record}`, read: false }, ...rows]
  await refreshUser()
  await vi.waitFor(() => undefined)
}
const titles = () => toast.mock.calls.map(([title]) => title as string)

beforeEach(async () => {
  toast.mockClear()
  ;[unread, rows] = [0, []]
  await client.session.login('token', () =>
    Promise.resolve(ok({ id: 'ann', mode: 'real', identity: 0, advancedIdentity: 0, unreadMessages: 0 })),
  )
  stop = watchUser(client, plugin, {
    callService: () => Promise.resolve(ok({ rows })),
    refreshUser,
    writeUser: (write) => write(),
    invalidate: () => undefined,
    toast,
    openLink: () => undefined,
  })
})
afterEach(() => {
  stop()
  client.session.logout()
})

it('announces a message once', async () => {
  await arrives('first', 'record-1')
  unread += 1
  await refreshUser()
  await vi.waitFor(() => expect(titles()).toEqual(['first']))
})

it('announces each message about one record', async () => {
  await arrives('paid out', 'record-2')
  await arrives('overdue', 'record-2')
  await vi.waitFor(() => expect(titles()).toEqual(['paid out', 'overdue']))
})

it('does not announce an outcome that a toast has shown', async () => {
  client.announced.outcomes.add('record-3')
  await arrives('won', 'record-3')
  await arrives('lost', 'record-4')
  await vi.waitFor(() => expect(titles()).toEqual(['lost']))
})

it('notes the record of a message, so that a later toast of its outcome is left out', async () => {
  const user = (runningContracts: number) =>
    client.session.refreshUser(() =>
      Promise.resolve(
        ok({ id: 'ann', mode: 'real', identity: 0, advancedIdentity: 0, unreadMessages: unread, runningContracts }),
      ),
    )
  await user(1)
  unread += 1
  rows = [{ id: 'won 5', title: 'won 5', link: '/pages/trade/secondsDetail?id=record-5', read: false }]
  await user(0)
  await vi.waitFor(() => expect(titles()).toEqual(['won 5']))
  expect(client.announced.subjects.has('record-5')).toBe(true)
})

it('leaves out the toast of an outcome whose message was announced', () => {
  const runtime = { client, product, toast } as unknown as AppServices
  const context = createActionContextFactory(runtime)({ screen: {} } as never, null, { place: null } as never)
  client.announced.subjects.add('order-1')
  context.toast('Won', { record: 'order-1' })
  context.toast('Lost', { record: 'order-2' })
  expect(toast.mock.calls).toEqual([['Lost', {}]])
  expect(client.announced.outcomes.has('order-2')).toBe(true)
})
