import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Calls } from '../../../src/generated/calls.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'
import { png } from '../../support/server/png.ts'
import { run } from './kit.ts'

// One test for each row of the table of reactions, with the real client and server.
describe('effects of a response', () => {
  it('ok: the data is returned, and matches the contract', async () => {
    const app = await run()
    const result = await app.api.call('status')
    expect(result).toMatchObject({ ok: true, data: { time: expect.any(Number) } })
    expect(app).toMatchObject({ toasts: [], busy: 0, mostBusy: 1 })
  })

  it('ok with a code: the success message is shown', async () => {
    const app = await run()
    await app.signIn()
    expect(await app.api.call('set/lang', { language: 'de' })).toMatchObject({ ok: true, code: 'set' })
  })

  it('999: toast for 3 s, session ended, relaunch', async () => {
    const app = await run()
    app.token = 'a token that was never issued, long enough'
    expect(await app.api.call('user/info')).toMatchObject({ ok: false, kind: 'session', code: 'sessionExpired' })
    expect(app).toMatchObject({ token: null, relaunches: 1, busy: 0, toasts: [{ code: 'sessionExpired', ms: 3000 }] })
  })

  it('any other type: toast for 3 s with code, words and parameters, and the caller receives the result', async () => {
    const app = await run()
    const result = await app.api.call('currency/new_timeshar', { symbol: 'NOSUCH' })
    expect(result).toMatchObject({ ok: false, kind: 'refused', code: 'pairNotFound' })
    expect(app.toasts).toMatchObject([{ code: 'pairNotFound', message: expect.stringContaining('pair'), ms: 3000 }])
    expect(await app.api.call('user/register', { type: 'account', terms: TERMS_VERSION })).toMatchObject({
      ok: false,
      kind: 'refused',
      code: 'missingParameter',
      params: { name: expect.any(String) },
    })
  })

  it('404: toast "404 Not Found"', async () => {
    const app = await run()
    app.api.define({ 'no/such/call': { method: 'GET', auth: false, effect: 'read', data: {} } })
    expect(await app.api.call('no/such/call')).toMatchObject({ ok: false, kind: 'status', status: 404 })
    expect(app.toasts).toMatchObject([{ message: '404 Not Found', ms: 3000 }])
  })

  it('another status: no toast, a typed failure', async () => {
    const app = await run()
    await app.signIn()
    // Sent against the contract: a file comes in a multipart form.
    app.api.define({ upload: { method: 'POST', auth: true, effect: 'write', data: {} } })
    expect(await app.api.call('upload', { file: 'text' })).toMatchObject({ ok: false, kind: 'status', status: 415 })
    expect(app.toasts).toEqual([])
  })

  it('network failure: a typed failure, no toast', async () => {
    const app = await run()
    await app.server.close()
    expect(await app.api.call('status')).toMatchObject({ ok: false, kind: 'network' })
    expect(app).toMatchObject({ toasts: [], busy: 0 })
  })
})

describe('the end of the session', () => {
  it('happens once when ten calls answer 999 together', async () => {
    const app = await run()
    await app.signIn()
    // Another device ends it without notice to the client.
    const { origin, token } = app
    await fetch(`${origin}/api/user/logout`, {
      method: 'POST',
      headers: { authorization: token ?? '', 'content-type': 'application/json' },
      body: '{"lang":"en"}',
    })
    app.toasts.length = 0
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => app.api.call(i % 2 ? 'user/info' : 'user/usermessage')),
    )
    expect(results.every((result) => !result.ok && result.kind === 'session')).toBe(true)
    expect(app).toMatchObject({ token: null, relaunches: 1, busy: 0 })
    expect(app.toasts).toHaveLength(1)
  })

  it('of a former session does not affect the next', async () => {
    let release: (() => void) | undefined
    const slow = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const response = await fetch(input, init)
      if (String(input).includes('user/usermessage')) await new Promise<void>((resolve) => (release = resolve))
      return response
    }
    const app = await run({}, { fetch: slow })
    await app.signIn()
    const former = app.token
    await app.api.call('user/logout')
    const late = app.api.call('user/usermessage')
    await expect.poll(() => release).toBeDefined()
    await app.signIn()
    expect(app.token).not.toBe(former)
    release?.()
    expect(await late).toMatchObject({ ok: false, kind: 'session', code: 'sessionExpired' })
    expect(app).toMatchObject({ relaunches: 0, toasts: [] })
    expect(await app.api.call('user/info')).toMatchObject({ ok: true })
  })
})

it('every call contains the language', async () => {
  const languages = ['en', 'de', 'ar']
  const names = new Set<string>()
  for (const lang of languages) {
    const app = await run({}, { lang: () => lang })
    const result = await app.api.call('getareacode')
    expect(result.ok).toBe(true)
    names.add(JSON.stringify(result.ok && result.data))
  }
  expect(names.size).toBe(languages.length)
})

it('a file arrives with its pixels', async () => {
  const app = await run()
  await app.signIn()
  const file = new File([new Uint8Array(png(0x12_34_56))], 'one.png', { type: 'image/png' })
  const result = await app.api.call('upload', { file })
  if (!result.ok) throw new Error('The upload is refused')
  const data = result.data as Calls['upload']['data']
  expect(data.type).toBe('image/png')
  const served = await (await fetch(new URL(data.url, app.origin))).arrayBuffer()
  expect(served.byteLength).toBe(data.bytes)
  const { channels, isOpaque } = await sharp(served).stats()
  expect(isOpaque).toBe(true)
  expect(channels.map(({ min, max }) => [min, max])).toEqual([0x12, 0x34, 0x56].map((value) => [value, value]))
  expect(await app.api.call('upload', { file: new File(['<svg/>'], 'two.png', { type: 'image/png' }) })).toMatchObject({
    ok: false,
    kind: 'refused',
    code: 'wrongFileType',
  })
})
