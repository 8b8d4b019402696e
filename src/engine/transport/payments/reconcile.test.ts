import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { defs, sessionExpiredReply, okReply, startStubServer } from '../../../../tests/prove/kit/net/stub-server.ts'
import { json, type RecordedRequest } from '../../../../tests/prove/kit/net/httpd.ts'
import { createApiHarness } from '../../../../tests/prove/kit/api-harness.ts'
import type { CallResult } from '../../language/result.ts'
import type { PaymentOutcome } from './reconcile.ts'

const drop = (response: ServerResponse) => void response.socket?.destroy()
const refusal = (code: string) => (response: ServerResponse) =>
  json(response, { type: 'error', code, message: '', data: null })
const success = (response: ServerResponse) => json(response, okReply)
const keyOf = (request: RecordedRequest | undefined) => request?.headers['idempotency-key']

interface OutcomeServer {
  queried: string[]
  resolved: PaymentOutcome[]
  outcome: { done: boolean; success: string | null } | 'unreachable' | 'failing' | 'missing'
}

/** An app whose calls are answered one after the other, and a server that knows the outcome of each key. */
async function submits(responses: ((response: ServerResponse) => void)[], resendAfter: number[] = []) {
  const outcomes: OutcomeServer = { queried: [], resolved: [], outcome: { done: true, success: 'transferred' } }
  const reconciliation = {
    async fetchOutcome(key: string): Promise<CallResult> {
      outcomes.queried.push(key)
      if (outcomes.outcome === 'unreachable')
        return { ok: false, kind: 'network', code: 'unreachable', message: '', params: {} }
      const status = { failing: 503, missing: 404 }[String(outcomes.outcome)]
      if (status !== undefined)
        return { ok: false, kind: 'status', status, code: String(status), message: '', params: {} }
      return { ok: true, data: outcomes.outcome, code: '1', message: '', params: {} }
    },
    onResolved: (outcome: PaymentOutcome) => void outcomes.resolved.push(outcome),
  }
  const session = { user: 'ann' as string | null }
  const shown = { unresolved: [] as readonly string[] }
  const app = await startStubServer((response) => responses[app.requests.length - 1]?.(response), {
    reconcile: reconciliation,
    onUnresolved: (calls) => void (shown.unresolved = calls),
    tab: 'one',
    user: () => session.user,
    resendAfter,
  })
  const page = (tab: string, at = session) =>
    createApiHarness(
      {
        base: app.base,
        reconcile: reconciliation,
        tab,
        user: () => at.user,
        storage: {
          getItem: (key) => app.stored.get(key) ?? null,
          setItem: (key, value) => void app.stored.set(key, value),
          removeItem: (key) => void app.stored.delete(key),
          keys: () => [...app.stored.keys()],
        },
      },
      defs,
    )
  return Object.defineProperty(
    Object.assign(app, { outcomes, session, page, unresolved: [] as readonly string[] }),
    'unresolved',
    {
      get: () => shown.unresolved,
    },
  )
}

describe('a money call whose reply was lost', () => {
  it('is resent with its key, without a query', async () => {
    const app = await submits([drop, success])
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, kind: 'network' })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: true })
    expect(keyOf(app.requests[0])).toBe(keyOf(app.requests[1]))
    expect([app.outcomes.queried, app.stored.size]).toEqual([[], 0])
  })

  it('is reported after a reload, once', async () => {
    const app = await submits([drop])
    await app.api.call('pay/out', { amount: '5' })
    const reloaded = app.page('one')
    await Promise.all([reloaded.api.resolveUnanswered(), reloaded.api.resolveUnanswered()])
    expect(app.outcomes.queried).toEqual([keyOf(app.requests[0])])
    expect(app.outcomes.resolved).toEqual([{ call: 'pay/out', done: true, success: 'transferred' }])
    expect(app.stored.size).toBe(0)
  })

  it('may be submitted again once it is known not to have been executed', async () => {
    const app = await submits([drop, success])
    app.outcomes.outcome = { done: false, success: null }
    await app.api.call('pay/out', { amount: '5' })
    const reloaded = app.page('one')
    await reloaded.api.resolveUnanswered()
    expect(app.outcomes.resolved).toEqual([{ call: 'pay/out', done: false, success: null }])
    await reloaded.api.call('pay/out', { amount: '5' })
    expect(keyOf(app.requests[0])).not.toBe(keyOf(app.requests[1]))
  })

  it('stays open while no query is possible', async () => {
    const app = await submits([drop])
    await app.api.call('pay/out', { amount: '5' })
    for (const outcome of ['unreachable', 'failing', 'missing'] as const) {
      app.outcomes.outcome = outcome
      await app.page('one').api.resolveUnanswered()
    }
    expect([app.outcomes.resolved, app.stored.size]).toEqual([[], 1])
  })

  it('blocks another one, as the user may be repeating it in another way', async () => {
    const app = await submits([drop, success])
    await app.api.call('pay/out', { amount: '5' })
    expect(await app.api.call('pay/out', { amount: '6' })).toMatchObject({
      ok: false,
      kind: 'refused',
      code: 'earlierDone',
    })
    expect(app.toasts.map(({ code }) => code)).toEqual(['earlierDone'])
    expect(app.requests).toHaveLength(1)
    expect(await app.api.call('pay/out', { amount: '6' })).toMatchObject({ ok: true })
  })

  it.each(['unreachable', 'failing'] as const)(
    'blocks another one while its outcome is unknown (%s)',
    async (outcome) => {
      const app = await submits([drop, success])
      await app.api.call('pay/out', { amount: '5' })
      app.outcomes.outcome = outcome
      for (const call of ['pay/out', 'pay/more'])
        expect(await app.api.call(call, { amount: '6' })).toMatchObject({
          ok: false,
          kind: 'refused',
          code: 'earlierUnknown',
        })
      expect(app.requests).toHaveLength(1)
      expect(app.unresolved).toEqual(['pay/out'])
    },
  )

  it.each([['missing' as const], [{ done: false, success: null }]])(
    'permits another one when it had not been executed, or cannot be queried (%j)',
    async (outcome) => {
      const app = await submits([drop, success])
      await app.api.call('pay/out', { amount: '5' })
      app.outcomes.outcome = outcome
      expect(await app.api.call('pay/out', { amount: '6' })).toMatchObject({ ok: true })
    },
  )

  it('is queried when its second attempt is refused: the first may have arrived', async () => {
    const app = await submits([drop, refusal('userLocked')])
    await app.api.call('pay/out', { amount: '5' })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, code: 'earlierDone' })
    expect(app.toasts.map(({ code }) => code)).toEqual(['earlierDone'])
    expect(app.outcomes.resolved).toEqual([{ call: 'pay/out', done: true, success: 'transferred' }])
    expect([app.stored.size, app.unresolved]).toEqual([0, []])
  })

  it('is refused when its second attempt is, once the first is known not to have been executed', async () => {
    const app = await submits([drop, refusal('userLocked')])
    app.outcomes.outcome = { done: false, success: null }
    await app.api.call('pay/out', { amount: '5' })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, code: 'userLocked' })
    expect([app.stored.size, app.unresolved]).toEqual([0, []])
  })

  it('is not refused when its second attempt is, while the outcome of the first is unknown', async () => {
    const app = await submits([drop, refusal('userLocked')])
    app.outcomes.outcome = 'unreachable'
    await app.api.call('pay/out', { amount: '5' })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, kind: 'network' })
    expect([app.toasts, app.stored.size, app.unresolved]).toEqual([[], 1, ['pay/out']])
  })

  it('is listed as unresolved until its outcome is known', async () => {
    const app = await submits([drop, success])
    const paid = app.api.call('pay/out', { amount: '5' })
    expect(app.unresolved).toEqual([])
    await paid
    expect(app.unresolved).toEqual(['pay/out'])
    await app.api.resolveUnanswered(true)
    expect(app.unresolved).toEqual([])
  })

  it('has a new key after another page has learned its outcome', async () => {
    const app = await submits([drop, success])
    await app.api.call('pay/out', { amount: '5' })
    const [name = ''] = app.stored.keys()
    app.stored.delete(name)
    app.api.forgetRemoved(name)
    await expect.poll(() => app.unresolved).toEqual([])
    await app.api.call('pay/out', { amount: '5' })
    expect(keyOf(app.requests[0])).not.toBe(keyOf(app.requests[1]))
  })

  it('retains its key when the session ends before its second attempt', async () => {
    const app = await submits([drop, (response) => json(response, sessionExpiredReply), success])
    await app.api.call('pay/out', { amount: '5' })
    await app.api.call('pay/out', { amount: '5' })
    expect(app.stored.size).toBe(1)
    await app.api.resolveUnanswered(true)
    expect(app.outcomes.resolved).toHaveLength(1)
  })

  it('is not queried by the page where its user may retry it, unless the user starts again', async () => {
    const app = await submits([drop])
    await app.api.call('pay/out', { amount: '5' })
    await app.api.resolveUnanswered()
    expect(app.outcomes.queried).toEqual([])
    await app.api.resolveUnanswered(true)
    expect(app.outcomes.queried).toHaveLength(1)
  })

  it('of another tab is ignored while it may be in flight', async () => {
    const app = await submits([drop])
    await app.api.call('pay/out', { amount: '5' })
    const other = app.page('two')
    const wait = (await other.api.resolveUnanswered()) ?? 0
    expect(app.outcomes.queried).toEqual([])
    // The time since the call is subtracted.
    expect(wait).toBeGreaterThan(5_000)
    expect(wait).toBeLessThanOrEqual(65_000)
  })

  it('is not lost while in flight', async () => {
    let reply = (): void => undefined
    const app = await submits([(response) => void (reply = () => json(response, okReply))])
    const paid = app.api.call('pay/out', { amount: '5' })
    await expect.poll(() => app.requests.length).toBe(1)
    await app.api.resolveUnanswered(true)
    reply()
    expect(await paid).toMatchObject({ ok: true })
    expect([app.outcomes.queried, app.stored.size]).toEqual([[], 0])
  })

  it('is per user', async () => {
    const app = await submits([drop])
    await app.api.call('pay/out', { amount: '5' })
    await app.page('one', { user: 'bob' }).api.resolveUnanswered()
    await app.page('one', { user: null }).api.resolveUnanswered()
    expect([app.outcomes.queried, app.stored.size]).toEqual([[], 1])
  })
})

describe('an automatically resent money call', () => {
  const resendAfter = [5, 10]
  const keyed = async (...responses: ((response: ServerResponse) => void)[]) => {
    const app = await startStubServer((response) => responses[app.requests.length - 1]?.(response), { resendAfter })
    return app
  }

  it('retains its key, and its reply is the result', async () => {
    const app = await keyed(drop, (response) => json(response, okReply, 502), success)
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: true })
    expect([app.requests.length, new Set(app.requests.map(keyOf)).size, app.busy]).toEqual([3, 1, 0])
  })

  it('is abandoned after the last attempt, and stays open', async () => {
    const app = await keyed(drop, drop, drop)
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, kind: 'network' })
    expect([app.requests.length, app.stored.size]).toEqual([3, 1])
  })

  it('is queried when it is then refused', async () => {
    const app = await submits([drop, refusal('userLocked')], resendAfter)
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, code: 'earlierDone' })
    expect(app.outcomes.resolved).toHaveLength(1)
  })

  it('ends with a refusal', async () => {
    const app = await keyed(refusal('insufficientBalance'))
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: false, kind: 'refused' })
    expect(app.requests).toHaveLength(1)
  })

  it('is the only kind of call that is sent again', async () => {
    const app = await keyed(drop)
    expect(await app.api.call('mine/post')).toMatchObject({ ok: false, kind: 'network' })
    expect(app.requests).toHaveLength(1)
  })
})

it('a first attempt that is refused, or whose session has ended, leaves nothing open', async () => {
  const app = await submits([refusal('insufficientBalance'), (response) => json(response, sessionExpiredReply)])
  await app.api.call('pay/out', { amount: '5' })
  await app.api.call('pay/out', { amount: '5' })
  expect([app.stored.size, app.outcomes.queried]).toEqual([0, []])
})

describe('without a network', () => {
  it('no money is sent, and no key is stored', async () => {
    const net = { online: false }
    const app = await startStubServer((response) => success(response), { online: () => net.online })
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({
      ok: false,
      kind: 'refused',
      code: 'offline',
    })
    expect(await app.api.call('pay/out', { amount: '5' }, { idempotencyKey: 'chosen' })).toMatchObject({
      ok: false,
      code: 'offline',
    })
    expect([app.requests.length, app.stored.size]).toEqual([0, 0])
    expect(app.toasts.map(({ code }) => code)).toEqual(['offline', 'offline'])
    net.online = true
    expect(await app.api.call('pay/out', { amount: '5' })).toMatchObject({ ok: true })
    expect(app.requests).toHaveLength(1)
  })
})
