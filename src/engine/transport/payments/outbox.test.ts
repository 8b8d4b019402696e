import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { classify, type ResultClass } from '../../language/resultClass.ts'
import { defs, okReply, startStubServer } from '../../../../tests/prove/kit/net/stub-server.ts'
import { json, type RecordedRequest } from '../../../../tests/prove/kit/net/httpd.ts'
import { createApiHarness } from '../../../../tests/prove/kit/api-harness.ts'

const keyOf = (request: RecordedRequest | undefined) => request?.headers['idempotency-key']
const full = () => {
  throw new Error('quota')
}

describe('money calls', () => {
  it('stores its key before it is sent', async () => {
    const stored: number[] = []
    const app = await startStubServer((response) => {
      stored.push(app.stored.size)
      json(response, okReply)
    })
    await app.api.call('pay/out', { amount: '5' })
    expect(keyOf(app.requests[0])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(stored).toEqual([1])
    expect(app.stored.size).toBe(0)
  })

  it('retains the key of a submit until a definite reply, over a reload too', async () => {
    const responses = [
      (r: ServerResponse) => void r.socket?.destroy(),
      () => undefined,
      (r: ServerResponse) => json(r, okReply, 502),
      (r: ServerResponse) => void r.end('<html>'),
      (r: ServerResponse) => json(r, okReply),
    ]
    const app = await startStubServer((response) => responses[app.requests.length - 1]?.(response))
    await app.api.call('pay/out', { amount: '5', to: 'a', payProof: '123456' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const unanswered = app.api.call('pay/out', { to: 'a', amount: '5', payProof: '654321' })
    await expect.poll(() => app.requests.length).toBe(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await unanswered).toMatchObject({ ok: false, kind: 'timeout' })
    vi.useRealTimers()
    const reloaded = createApiHarness(
      {
        base: app.base,
        storage: {
          getItem: (key) => app.stored.get(key) ?? null,
          setItem: (key, value) => void app.stored.set(key, value),
          removeItem: (key) => void app.stored.delete(key),
          keys: () => [...app.stored.keys()],
        },
      },
      defs,
    )
    for (let i = 0; i < 3; i += 1) await reloaded.api.call('pay/out', { amount: '5', to: 'a', payProof: '654321' })
    expect(new Set(app.requests.map(keyOf)).size).toBe(1)
    expect(app.stored.size).toBe(0)
    expect([...app.stored.values()].join('')).not.toContain('123456')
  })

  it('gives another submit, or the same after its reply, a new key', async () => {
    const app = await startStubServer((response) =>
      json(response, app.requests.length === 2 ? { type: 'error', code: 'insufficientBalance', message: '' } : okReply),
    )
    await app.api.call('pay/out', { amount: '5' })
    await app.api.call('pay/out', { amount: '5' })
    await app.api.call('pay/out', { amount: '5' })
    await app.api.call('pay/out', { amount: '6' })
    expect(new Set(app.requests.map(keyOf)).size).toBe(4)
  })

  it('sends two presses of one submit once', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    await Promise.all([app.api.call('pay/out', { amount: '5' }), app.api.call('pay/out', { amount: '5' })])
    expect(app.requests).toHaveLength(1)
  })

  it('uses the caller’s key if given, and pays without a store', async () => {
    const app = await startStubServer((response) => json(response, okReply), {
      storage: { getItem: full, setItem: full, removeItem: full, keys: full },
    })
    expect(await app.api.call('pay/out', { amount: '5' }, { idempotencyKey: 'mine' })).toMatchObject({ ok: true })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: true })
    expect(keyOf(app.requests[0])).toBe('mine')
    expect(keyOf(app.requests[1])).toMatch(/-/)
  })

  it.each<readonly [ResultClass, (response: ServerResponse) => void, number]>([
    ['success', (r: ServerResponse) => json(r, okReply), 0],
    [
      'refused',
      (r: ServerResponse) => json(r, { ...okReply, type: 'error', code: 'insufficientBalance', data: null }),
      0,
    ],
    [
      'sessionEnded',
      (r: ServerResponse) => json(r, { ...okReply, type: '999', code: 'sessionExpired', data: null }),
      0,
    ],
    ['notFound', (r: ServerResponse) => json(r, okReply, 404), 0],
    ['httpError', (r: ServerResponse) => json(r, okReply, 413), 1],
    ['serverError', (r: ServerResponse) => json(r, okReply, 503), 1],
    ['unreachable', (r: ServerResponse) => void r.socket?.destroy(), 1],
    ['timedOut', () => undefined, 1],
    ['invalidReply', (r: ServerResponse) => void r.end('<html>'), 1],
  ])('after the result %s', async (resultClass, respond, unresolved) => {
    const app = await startStubServer(respond, { timeoutMs: resultClass === 'timedOut' ? 200 : 60_000 })
    expect(classify(await app.api.call('pay/out', { amount: '5' }))).toBe(resultClass)
    expect(app.stored.size).toBe(unresolved)
  })

  it('gives no key to calls that move no money', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    await app.api.call('mine/post')
    expect(keyOf(app.requests[0])).toBeUndefined()
  })
})
