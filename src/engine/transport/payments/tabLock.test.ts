import { describe, expect, it } from 'vitest'
import { defs, okReply, startStubServer } from '../../../../tests/prove/kit/net/stub-server.ts'
import { json } from '../../../../tests/prove/kit/net/httpd.ts'
import { createApiHarness } from '../../../../tests/prove/kit/api-harness.ts'
import type { CallResult } from '../../language/result.ts'
import type { Locks } from './tabLock.ts'

/** Sequential, as the browser does it for all pages of a site. */
function createLocks(): Locks {
  const ends = new Map<string, Promise<unknown>>()
  const locks = {
    async request(name: string, { signal }: LockOptions, work: () => Promise<unknown>) {
      const before = ends.get(name) ?? Promise.resolve()
      let release = () => {}
      ends.set(name, new Promise<void>((resolve) => (release = resolve)))
      try {
        await Promise.race([
          before,
          new Promise((_, reject) =>
            signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
          ),
        ])
        return await work()
      } finally {
        release()
      }
    },
  }
  return locks as unknown as Locks
}

/** Two pages of one user on one device, and a server that replies on command. */
async function twoPages(locks: Locks | undefined, timeoutMs = 60_000) {
  const answers: ((as?: 'refused' | 'lost') => void)[] = []
  const queried: string[] = []
  const reconciliation = {
    async fetchOutcome(key: string): Promise<CallResult> {
      queried.push(key)
      return { ok: true, data: { done: true, success: null }, code: '1', message: '', params: {} }
    },
    onResolved: () => {},
  }
  const app = await startStubServer(
    (response) =>
      void answers.push((as) => {
        if (as === 'lost') return void response.socket?.destroy()
        return json(
          response,
          as === 'refused' ? { type: 'error', code: 'insufficientBalance', message: '', data: null } : okReply,
        )
      }),
    { reconcile: reconciliation, locks, tab: 'one', user: () => 'ann' },
  )
  const storage = {
    getItem: (key: string) => app.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void app.stored.set(key, value),
    removeItem: (key: string) => void app.stored.delete(key),
    keys: () => [...app.stored.keys()],
  }
  const other = createApiHarness(
    { base: app.base, reconcile: reconciliation, locks, tab: 'two', user: () => 'ann', timeoutMs, storage },
    defs,
  )
  const waitForRequests = (count: number) => expect.poll(() => answers.length).toBe(count)
  return { one: app.api, two: other.api, answers, queried, waitForRequests }
}

describe.each([
  ['with locks', createLocks],
  ['without locks', () => undefined],
])('one page that sends the same submit again before it is answered, %s', (_name, createOwn) => {
  it('learns that the first was executed, and sends nothing', async () => {
    const { one, answers, waitForRequests } = await twoPages(createOwn())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    const [second, third] = [one.call('pay/out', { amount: '5' }), one.call('pay/out', { amount: '5' })]
    answers[0]?.()
    expect([await first, await second, await third]).toMatchObject([
      { ok: true },
      { ok: false, kind: 'refused', code: 'earlierDone' },
      { ok: false, kind: 'refused', code: 'earlierDone' },
    ])
    expect(answers).toHaveLength(1)
    const later = one.call('pay/out', { amount: '5' })
    await waitForRequests(2)
    answers[1]?.()
    expect(await later).toMatchObject({ ok: true })
  })

  it('sends it if the first was refused', async () => {
    const { one, answers, waitForRequests } = await twoPages(createOwn())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    const second = one.call('pay/out', { amount: '5' })
    answers[0]?.('refused')
    expect(await first).toMatchObject({ ok: false, code: 'insufficientBalance' })
    await waitForRequests(2)
    answers[1]?.()
    expect(await second).toMatchObject({ ok: true })
  })
})

describe('two pages of a user', () => {
  it('that send a call at once: the second learns that the first was executed, and sends nothing', async () => {
    const { one, two, answers, waitForRequests } = await twoPages(createLocks())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    const second = two.call('pay/out', { amount: '6' })
    answers[0]?.()
    expect([await first, await second]).toMatchObject([
      { ok: true },
      { ok: false, kind: 'refused', code: 'earlierDone' },
    ])
    expect(answers).toHaveLength(1)
  })

  it('of which the second loads its code only after the first is done: it is still notified', async () => {
    const { one, two, answers, waitForRequests } = await twoPages(createLocks())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    answers[0]?.()
    // Requested before the reply has arrived; its first call of this kind fetches its code.
    const second = two.call('pay/out', { amount: '6' })
    expect([await first, await second]).toMatchObject([{ ok: true }, { ok: false, code: 'earlierDone' }])
    expect(answers).toHaveLength(1)
  })

  it('may both send, where the first was refused', async () => {
    const { one, two, answers, waitForRequests } = await twoPages(createLocks())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    const second = two.call('pay/out', { amount: '5' })
    answers[0]?.('refused')
    expect(await first).toMatchObject({ ok: false, code: 'insufficientBalance' })
    await waitForRequests(2)
    answers[1]?.()
    expect(await second).toMatchObject({ ok: true })
  })

  it('one after the other are two calls', async () => {
    const { one, two, answers, waitForRequests } = await twoPages(createLocks())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    answers[0]?.()
    await first
    await new Promise((resolve) => setTimeout(resolve, 5))
    const second = two.call('pay/out', { amount: '5' })
    await waitForRequests(2)
    answers[1]?.()
    expect(await second).toMatchObject({ ok: true })
  })

  it('of which the first has lost its reply: the second queries the outcome at once', async () => {
    const { one, two, answers, queried, waitForRequests } = await twoPages(createLocks())
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    answers[0]?.('lost')
    expect(await first).toMatchObject({ ok: false, kind: 'network' })
    expect(await two.call('pay/out', { amount: '6' })).toMatchObject({ ok: false, code: 'earlierDone' })
    expect([queried.length, answers.length]).toEqual([1, 1])
  })

  it('of which the first takes too long: the second has sent nothing, and reports it', async () => {
    const { one, two, answers, waitForRequests } = await twoPages(createLocks(), 200)
    const first = one.call('pay/out', { amount: '5' })
    await waitForRequests(1)
    expect(await two.call('pay/out', { amount: '6' })).toMatchObject({
      ok: false,
      kind: 'refused',
      code: 'unreachable',
    })
    answers[0]?.()
    expect(await first).toMatchObject({ ok: true })
    expect(answers).toHaveLength(1)
  })
})

it('one page sends each submitted call', async () => {
  const { one, answers, waitForRequests } = await twoPages(createLocks())
  const both = [one.call('pay/out', { amount: '5' }), one.call('pay/out', { amount: '6' })]
  await waitForRequests(1)
  answers[0]?.()
  await waitForRequests(2)
  answers[1]?.()
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
})

it('sends at once where the browser has no locks, or blocks them', async () => {
  const forbidden = { request: async () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as Locks
  for (const locks of [undefined, forbidden]) {
    const { one, two, answers, waitForRequests } = await twoPages(locks)
    const both = [one.call('pay/out', { amount: '5' }), two.call('pay/out', { amount: '6' })]
    await waitForRequests(2)
    for (const answer of answers) answer()
    expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
  }
})
