// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startNetwork } from '../../engine/state/data/network.ts'
import { watchPendingPayments, paymentPorts } from './pendingPayments.ts'
import { client } from '../../../tests/support/client.ts'

const loads = (id: string) => async () => ({
  ok: true as const,
  data: { id, mode: 'real' },
  code: '1',
  message: '',
  params: {},
})

let stop = () => {}
const resolveUnanswered = vi.fn(async (_all?: boolean): Promise<number | null> => null)
beforeEach(() => {
  vi.useFakeTimers()
  resolveUnanswered.mockClear()
  localStorage.clear()
  stop = watchPendingPayments(client, { resolveUnanswered, forgetRemoved: () => undefined })
})
afterEach(() => {
  stop()
  client.session.logout()
  vi.useRealTimers()
})

it('checks once per client.session.login, not for a visitor, and not when the same user is loaded again', async () => {
  expect(resolveUnanswered).not.toHaveBeenCalled()
  await client.session.login('t1', loads('ann'))
  expect(resolveUnanswered.mock.calls).toEqual([[true]])
  await client.session.login('t1', loads('ann'))
  client.session.logout()
  await client.session.login('t2', loads('bob'))
  expect(resolveUnanswered.mock.calls.length).toBeGreaterThan(1)
})

it('checks again when online, only payments that this page has not sent', async () => {
  const ended = startNetwork(client.live.stale)
  await client.session.login('t1', loads('ann'))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(resolveUnanswered.mock.calls).toEqual([[true], [false]])
  online.mockRestore()
  ended()
})

it('checks once more when another tab can no longer be waiting, and never after the stop', async () => {
  resolveUnanswered.mockResolvedValueOnce(5_000).mockResolvedValueOnce(5_000)
  await client.session.login('t1', loads('ann'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(resolveUnanswered).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(resolveUnanswered).toHaveBeenCalledTimes(2)
})

it('a tab keeps its name over a reload, and keys are those of the user', async () => {
  const ports = () =>
    paymentPorts(
      client,
      Promise.resolve(),
      async () => ({ ok: true, data: {}, code: '', message: '', params: {} }),
      () => {},
    )
  expect(ports().tab).toMatch(/^[a-z0-9]{4,}$/)
  expect(ports().tab).toBe(ports().tab)
  expect(ports().user?.()).toBeNull()
  await client.session.login('t1', loads('ann'))
  expect(ports().user?.()).toBe('ann')
  ports().storage.setItem('placard.submit.x', '1')
  expect(ports().storage.keys()).toContain('placard.submit.x')
})
