import { once, setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { replies } from '../../generated/validators/replies.js'
import { sessionExpiredReply, okReply, startStubServer } from '../../../tests/prove/kit/net/stub-server.ts'
import { json, type RecordedRequest } from '../../../tests/prove/kit/net/httpd.ts'

describe('requests', () => {
  it('sends the user’s language, in the query of a read', async () => {
    const app = await startStubServer((response) => json(response, okReply), { lang: () => 'ar' })
    await app.api.call('news/read', { page: 2, open: true, gone: undefined, none: null })
    expect(app.requests[0]).toMatchObject({ method: 'GET', path: '/api/news/read', body: '' })
    expect(Object.fromEntries(app.requests[0]?.query ?? [])).toEqual({ page: '2', open: 'true', lang: 'ar' })
    expect(app.requests[0]?.headers.authorization).toBeUndefined()
  })

  it('sends a call without token as a form, never with the token', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    app.token = 'secret'
    await app.api.call('news/post', { name: 'a&b=ü', tags: ['x'] })
    expect(app.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(app.requests[0]?.headers.authorization).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(app.requests[0]?.body))).toEqual({
      name: 'a&b=ü',
      tags: '["x"]',
      lang: 'en',
    })
  })

  it('sends a call with token as JSON', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    app.token = 'secret'
    await app.api.call('mine/post', { amount: '1.50', nested: { a: [1] } })
    expect(app.requests[0]?.headers).toMatchObject({ authorization: 'secret', 'content-type': 'application/json' })
    expect(JSON.parse(app.requests[0]?.body ?? '')).toEqual({ amount: '1.50', nested: { a: [1] }, lang: 'en' })
  })

  it('sends a file as multipart with its fields', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    app.token = 'secret'
    await app.api.call('mine/post', { kind: 'front', image: new File(['pixels'], 'front.png', { type: 'image/png' }) })
    const { headers, body } = app.requests[0] as RecordedRequest
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(headers.authorization).toBe('secret')
    expect(body).toMatch(/name="kind"\r\n\r\nfront/)
    expect(body).toMatch(/name="lang"\r\n\r\nen/)
    expect(body).toMatch(/name="image"; filename="front.png"\r\nContent-Type: image\/png\r\n\r\npixels/)
  })

  it('sends no call that the contract lacks, and none whose name is a path', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    app.api.define({ '../admin': { method: 'GET', auth: true, effect: 'read', data: {} } })
    expect(await app.api.call('news/nothing')).toMatchObject({ ok: false, kind: 'invalid', code: 'callUnknown' })
    expect(await app.api.call('../admin')).toMatchObject({ ok: false, kind: 'invalid', code: 'callUnknown' })
    expect(app.requests).toEqual([])
  })
})

describe('replies', () => {
  it('type ok: the result is returned', async () => {
    const app = await startStubServer((response) => json(response, okReply, 201))
    expect(await app.api.call('news/read')).toEqual({
      ok: true,
      code: 'saved',
      message: 'Saved',
      params: {},
      data: { name: 'Ann' },
    })
    expect(app.toasts).toEqual([])
  })

  it.each([1, '1'])('code %j: the result is returned, with any type', async (code) => {
    const app = await startStubServer((response) => json(response, { ...okReply, type: 'success', code }))
    expect(await app.api.call('news/read')).toMatchObject({ ok: true, data: { name: 'Ann' } })
  })

  it('a caller’s validator is used instead of the call’s shape', async () => {
    const app = await startStubServer((response) => json(response, { ...okReply, data: { rows: [{ id: 7 }] } }))
    expect(await app.api.call('news/read', {}, { accepts: (value): value is unknown => value !== null })).toMatchObject(
      { ok: true, data: { rows: [{ id: 7 }] } },
    )
    expect(await app.api.call('news/read', {}, { accepts: replies.contacts })).toMatchObject({
      ok: false,
      kind: 'invalid',
      code: 'replyNotContract',
      message: 'data/rows/0: required',
    })
  })

  it('type 999: toast for 3 s, session ended, relaunch', async () => {
    const app = await startStubServer((response) => json(response, sessionExpiredReply))
    app.token = 'old'
    expect(await app.api.call('mine/read')).toMatchObject({ ok: false, kind: 'session', code: 'sessionExpired' })
    expect(app.toasts).toEqual([{ code: 'sessionExpired', message: 'Sign in again', params: {}, ms: 3000 }])
    expect(app).toMatchObject({ token: null, relaunches: 1 })
  })

  it('any other type: toast for 3 s, and the result reaches the caller', async () => {
    const app = await startStubServer((response) =>
      json(response, {
        type: 'error',
        code: 'minimumDeposit',
        message: 'Minimum deposit is 10',
        params: { amount: '10', odd: {} },
      }),
    )
    expect(await app.api.call('news/post')).toEqual({
      ok: false,
      kind: 'refused',
      code: 'minimumDeposit',
      message: 'Minimum deposit is 10',
      params: { amount: '10' },
    })
    expect(app.toasts).toEqual([
      { code: 'minimumDeposit', message: 'Minimum deposit is 10', params: { amount: '10' }, ms: 3000 },
    ])
  })

  it('404: toast "404 Not Found"', async () => {
    const app = await startStubServer((response) => json(response, okReply, 404))
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'status', status: 404 })
    expect(app.toasts).toMatchObject([{ message: '404 Not Found', ms: 3000 }])
  })

  it.each([400, 401, 403, 429, 500, 502, 503])('%i: no toast, a typed failure', async (status) => {
    const app = await startStubServer((response) => json(response, okReply, status))
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'status', status })
    expect(app.toasts).toEqual([])
  })

  it('a redirect is not followed', async () => {
    const app = await startStubServer((response, { path }) =>
      path.endsWith('elsewhere')
        ? json(response, okReply)
        : void response.writeHead(302, { location: '/api/elsewhere' }).end(),
    )
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'network' })
    expect(app.requests).toHaveLength(1)
  })

  it('network failure: a typed failure, no toast', async () => {
    const app = await startStubServer((response) => void response.socket?.destroy())
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'network' })
    expect(app.toasts).toEqual([])
  })

  it('no reply in time: a typed failure, no toast', async () => {
    const app = await startStubServer(() => undefined, { timeoutMs: 50 })
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'timeout' })
    expect(app.toasts).toEqual([])
  })

  it.each([
    ['a call', {}],
    ['an upload', { file: new Blob(['x']) }],
  ])('%s without a reply fails after 60 s', async (_, payload) => {
    const app = await startStubServer(() => undefined, { fetch: () => new Promise(() => undefined) })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const settled = vi.fn()
    void app.api.call('news/post', payload).then(settled)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ok: false, kind: 'timeout' }))
  })

  it('the timeout covers the body', async () => {
    const app = await startStubServer((response) => void response.writeHead(200).write('{"type":"ok",'), {
      timeoutMs: 80,
    })
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'timeout' })
  })

  it('settles at the timeout even when fetch ignores it', async () => {
    const app = await startStubServer(() => undefined, { timeoutMs: 30, fetch: () => new Promise(() => undefined) })
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'timeout' })
    expect(app.busy).toBe(0)
  })

  it('the caller can abort', async () => {
    const app = await startStubServer(() => undefined)
    const leave = new AbortController()
    const call = app.api.call('news/read', {}, { signal: leave.signal })
    leave.abort()
    expect(await call).toMatchObject({ ok: false, kind: 'network', code: 'cancelled' })
    expect(await app.api.call('news/read', {}, { signal: leave.signal })).toMatchObject({
      ok: false,
      code: 'cancelled',
    })
  })

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><title>Sign in to the hotel</title>'],
    ['half of it', '{"type":"ok","da'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an object without type and code', '{"data":{"name":"Ann"}}'],
    ['data of another shape', JSON.stringify({ ...okReply, data: { name: 1 } })],
    ['no data', JSON.stringify({ ...okReply, data: undefined })],
    ['text that is not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ])('%s instead of the reply: a typed failure', async (_name, body) => {
    const app = await startStubServer(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'invalid' })
  })

  it('a 204 has no reply', async () => {
    const app = await startStubServer((response) => void response.writeHead(204).end())
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'invalid', code: 'replyNotJson' })
  })

  it('a reply beyond the size limit is cut off', async () => {
    let sent = 0
    const app = await startStubServer(async (response) => {
      setMaxListeners(100, response)
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      while (!response.destroyed && sent < 64) {
        sent += 1
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      }
      response.end()
    })
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'invalid', code: 'replyTooLarge' })
    expect(sent).toBeLessThan(32)
  })

  it('a silent call shows no toast for a refusal, but for the end of the session', async () => {
    const replies = [{ type: 'error', code: 'dataNotFound', message: '' }, sessionExpiredReply]
    const app = await startStubServer((response) => json(response, replies.shift()))
    await app.api.call('mine/read', {}, { silent: true })
    expect(app.toasts).toEqual([])
    await app.api.call('mine/read', {}, { silent: true })
    expect(app).toMatchObject({ relaunches: 1, toasts: [{ code: 'sessionExpired' }] })
  })
})

describe('a refusal that its sender claims', () => {
  it('has no toast, another one has', async () => {
    const replies = ['wrongCode', 'dataNotFound'].map((code) => ({ type: 'error', code, message: '' }))
    const app = await startStubServer((response) => json(response, replies.shift()))
    const options = { claims: ({ code }: { code: string }) => code === 'wrongCode' }
    await app.api.call('mine/read', {}, options)
    expect(app.toasts).toEqual([])
    await app.api.call('mine/read', {}, options)
    expect(app.toasts).toMatchObject([{ code: 'dataNotFound' }])
  })
})

describe('the loading indicator', () => {
  it('is shown while calls run, and disappears after every outcome', async () => {
    const responses = [
      (r: ServerResponse) => json(r, okReply),
      (r: ServerResponse) => json(r, sessionExpiredReply),
      (r: ServerResponse) => void r.socket?.destroy(),
      () => undefined,
    ]
    const app = await startStubServer((response) => responses[app.requests.length % responses.length]?.(response), {
      timeoutMs: 100,
    })
    const calls = responses.map(() => app.api.call('news/read'))
    expect(app.busy).toBe(4)
    await Promise.all(calls)
    expect(app).toMatchObject({ busy: 0, mostBusy: 4 })
  })

  it('ignores background calls', async () => {
    const app = await startStubServer((response) => json(response, okReply))
    await app.api.call('news/read', {}, { background: true })
    expect(app.mostBusy).toBe(0)
  })

  it('disappears even when another port throws', async () => {
    const app = await startStubServer((response) => json(response, { type: 'error', code: 'x', message: '' }), {
      onToast() {
        throw new Error('no place for toasts')
      },
    })
    expect(await app.api.call('news/read')).toMatchObject({ ok: false, kind: 'refused' })
    expect(app.busy).toBe(0)
  })
})

describe('the end of the session', () => {
  it('is reported once when ten calls return 999 together', async () => {
    const app = await startStubServer((response) => json(response, sessionExpiredReply))
    app.token = 'old'
    const results = await Promise.all(Array.from({ length: 10 }, () => app.api.call('mine/read')))
    expect(results.every((result) => !result.ok && result.kind === 'session')).toBe(true)
    expect(app).toMatchObject({ relaunches: 1, token: null, busy: 0 })
    expect(app.toasts).toHaveLength(1)
  })

  it('is reported once for a visitor too, and again at the next attempt', async () => {
    const app = await startStubServer((response) => json(response, sessionExpiredReply))
    await Promise.all(Array.from({ length: 10 }, () => app.api.call('mine/read')))
    expect(app.relaunches).toBe(1)
    await app.api.call('mine/read')
    expect(app.relaunches).toBe(2)
  })

  it('is reported once while the app is still clearing the token', async () => {
    const app = await startStubServer((response) => json(response, sessionExpiredReply), { token: () => 'old' })
    await app.api.call('mine/read')
    await app.api.call('mine/read')
    expect(app.relaunches).toBe(1)
  })

  it('does not end the session of a user logged in meanwhile', async () => {
    let answer: (() => void) | undefined
    const app = await startStubServer((response) => void (answer = () => json(response, sessionExpiredReply)))
    app.token = 'old'
    const pending = app.api.call('mine/read')
    await expect.poll(() => app.requests.length).toBe(1)
    app.token = 'young'
    answer?.()
    expect(await pending).toMatchObject({ ok: false, kind: 'session' })
    expect(app).toMatchObject({ token: 'young', relaunches: 0, toasts: [] })
    const next = app.api.call('mine/read')
    await expect.poll(() => app.requests.length).toBe(2)
    answer?.()
    await next
    expect(app).toMatchObject({ token: null, relaunches: 1 })
  })

  it('does not pass the old session’s data to the next user', async () => {
    let answer: (() => void) | undefined
    const app = await startStubServer((response) => void (answer = () => json(response, okReply)))
    app.token = 'old'
    const pending = app.api.call('mine/read')
    await expect.poll(() => app.requests.length).toBe(1)
    app.token = 'young'
    answer?.()
    expect(await pending).toMatchObject({ ok: false, kind: 'session', code: 'sessionChanged' })
    expect(app).toMatchObject({ token: 'young', relaunches: 0, toasts: [] })
  })
})
