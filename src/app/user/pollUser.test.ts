// @vitest-environment jsdom
import '../../../tests/support/functions.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inboxKey } from '../../product/liveValues.ts'
import { userPolling } from '../../product/userPolling.ts'
import { pollUser } from './pollUser.ts'
import { client } from '../../../tests/support/client.ts'

const user =
  (identity: number, advancedIdentity = 0) =>
  async () => ({
    ok: true as const,
    code: '1',
    message: '',
    params: {},
    data: { mode: 'real', identity, advancedIdentity },
  })
let stop: () => void = () => undefined
let changes = 0
let polls = 0
let answer = user(1)

beforeEach(async () => {
  vi.useFakeTimers()
  changes = polls = 0
  await client.session.login('token', user(0))
  stop = pollUser(client, userPolling, {
    fetchUser: async () => {
      polls += 1
      await client.session.refreshUser(answer)
    },
    onChange: () => void (changes += 1),
  })
})
afterEach(() => {
  stop()
  client.session.logout()
  vi.useRealTimers()
})

it('does not poll without a review', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect([polls, changes]).toEqual([0, 0])
})

it('polls until the review has ended, and reports each change once', async () => {
  answer = user(1)
  await client.session.refreshUser(answer)
  expect(changes).toBe(1)
  await vi.advanceTimersByTimeAsync(10_500)
  expect([polls, changes]).toEqual([2, 1])
  answer = user(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([polls, changes]).toEqual([3, 2])
  answer = user(2, 1)
  await client.session.refreshUser(answer)
  await vi.advanceTimersByTimeAsync(5_500)
  expect([polls, changes]).toEqual([4, 3])
})

it('fetches the user at once when a message is announced live, while a value is pending', async () => {
  const inbox = (seq: number) => client.live.receive([{ user: 'ann', seq, time: 1 } as never])
  const waiting = async () => ({
    ...(await user(1)()),
    data: { ...(await user(1)()).data, id: 'ann', waitingAlerts: 1 },
  })
  const subscribed: (readonly string[])[] = []
  const close = client.live.connect(async () => ({
    subscribe: (keys) => void subscribed.push(keys),
    unsubscribe: () => undefined,
    close: () => undefined,
  }))
  answer = waiting
  await client.session.refreshUser(answer)
  await vi.advanceTimersByTimeAsync(20)
  expect(subscribed).toEqual([[inboxKey('ann')]])
  inbox(3)
  await vi.advanceTimersByTimeAsync(20)
  expect(polls).toBe(0)
  inbox(4)
  await vi.advanceTimersByTimeAsync(20)
  expect(polls).toBe(1)
  close()
})

it('stops with the session', async () => {
  await client.session.refreshUser(user(1))
  client.session.logout()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([polls, changes]).toEqual([0, 1])
})

it('does not poll while hidden', async () => {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await client.session.refreshUser(user(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(polls).toBe(0)
  hidden.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(5_500)
  expect(polls).toBe(1)
  hidden.mockRestore()
})
