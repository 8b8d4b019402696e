import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPushService, subscriber, type LocalPushService } from '../../../../../tests/support/server/push.ts'
import { as, PASSWORD } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { readIndex, noticeKindOf } from '../../content/content.ts'
import { addMessage } from '../messages.ts'
import { isPushEndpoint } from './endpoints.ts'
import sendPushes from './job.ts'
import { readVapidKeys } from './vapidKeys.ts'

let server: TestServer
let service: LocalPushService
beforeAll(async () => {
  service = await startPushService()
  server = await createTestServer()
})
beforeEach(() => service.received.splice(0))
afterAll(async () => {
  await server.close()
  await service.close()
})

const now = () => server.clock.now()
let paths = 0

/** Subscribes the session of a user; the path names the subscription at the service. */
async function subscribed(person: Person) {
  const browser = subscriber()
  const path = `/push/${++paths}`
  const reply = await server.call('push/subscribe', { endpoint: service.origin + path, ...browser.keys }, as(person))
  expect(reply.code).toBe('set')
  return { ...browser, path }
}
const userId = async (person: Person) => (await server.call('user/info', {}, as(person))).data.id
const message = async (person: Person, template: string, params: Record<string, string> = {}) =>
  addMessage(server.context.db, await userId(person), template, params, now())
const send = () => sendPushes(server.context)
const opened = (browser: { decrypt(body: Buffer): string; path: string }) =>
  service.received
    .filter(({ path }) => path === browser.path)
    .map(({ body }) => JSON.parse(browser.decrypt(body)) as Record<string, string>)

describe('a message to a user', () => {
  it('is pushed encrypted, in the language of the user, with the route of its screen', async () => {
    const ann = await server.person()
    await server.call('set/lang', { language: 'de' }, as(ann))
    const browser = await subscribed(ann)
    await message(ann, 'alertAbove', { id: 'BTCUSDT', symbol: 'BTCUSDT', price: '100', last: '101', currency: 'USDT' })
    await send()
    const [push] = service.received
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
    expect(push?.body.includes('BTC')).toBe(false)
    expect(opened(browser)).toEqual([
      expect.objectContaining({
        lang: 'de',
        title: expect.stringContaining('BTC/USDT'),
        link: '/pages/whdetail/index?symbol=BTCUSDT',
      }),
    ])
    await send()
    expect(service.received).toHaveLength(1)
  })

  it('is signed with the key that browsers subscribe with', async () => {
    const ann = await server.person()
    await subscribed(ann)
    await message(ann, 'leverFilled', { mode: 'real', symbol: 'BTCUSDT', lots: '1', price: '100' })
    await send()
    const { publicKey } = (await server.call('user/notices', {}, as(ann))).data
    const [, jwt = '', key] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(String(service.received[0]?.headers.authorization)) ?? []
    expect(key).toBe(publicKey)
    const [header = '', claims = '', signature = ''] = jwt.split('.')
    const point = Buffer.from(publicKey, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const signed = Buffer.from(`${header}.${claims}`)
    const own = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
    expect(verify('sha256', signed, own, Buffer.from(signature, 'base64url'))).toBe(true)
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
    expect(aud).toBe(service.origin)
  })

  it('is pushed to each session of its user that has a subscription, and to no other user', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const elsewhere = { ...ann, token: (await server.login(ann.account, PASSWORD)).data.token }
    const [first, second, other] = [await subscribed(ann), await subscribed(elsewhere), await subscribed(ben)]
    await message(ann, 'payeeAdded', { to: 'T1' })
    await send()
    expect([opened(first), opened(second), opened(other)].map(({ length }) => length)).toEqual([1, 1, 0])
    await server.call('user/logout', {}, as(elsewhere))
    await message(ann, 'payeeAdded', { to: 'T2' })
    await send()
    expect([opened(first), opened(second)].map(({ length }) => length)).toEqual([2, 1])
    await server.call('push/unsubscribe', {}, as(ann))
    await message(ann, 'payeeAdded', { to: 'T3' })
    await send()
    expect(opened(first)).toHaveLength(2)
  })

  it('is sent again after twice the time while the service fails', async () => {
    const ann = await server.person()
    const browser = await subscribed(ann)
    service.statuses.set(browser.path, 503)
    await message(ann, 'payeeAdded', { to: 'T1' })
    await send()
    await send()
    expect(service.received).toHaveLength(1)
    await server.clock.advance(30)
    await send()
    await server.clock.advance(59)
    await send()
    expect(service.received).toHaveLength(2)
    service.statuses.set(browser.path, 201)
    await server.clock.advance(1)
    await send()
    await server.clock.advance(3600)
    await send()
    expect(opened(browser)).toHaveLength(3)
  })

  it.each([404, 410])('ends the subscription that the service answers with %i', async (status) => {
    const ann = await server.person()
    const browser = await subscribed(ann)
    service.statuses.set(browser.path, status)
    await message(ann, 'payeeAdded', { to: 'T1' })
    await send()
    expect((await server.call('user/notices', {}, as(ann))).data.subscribed).toBe(false)
  })

  it('is not sent to an address that the service redirects to', async () => {
    const ann = await server.person()
    const browser = await subscribed(ann)
    service.statuses.set(browser.path, 302)
    await message(ann, 'payeeAdded', { to: 'T1' })
    await send()
    expect(service.received.map(({ path }) => path)).toEqual([browser.path])
    await server.call('push/unsubscribe', {}, as(ann))
  })
})

describe('the kinds of notices', () => {
  it('are switched off one by one, but not security', async () => {
    const ann = await server.person()
    const browser = await subscribed(ann)
    const off = (kind: string) => server.call('user/notices_set', { kind, on: false }, as(ann))
    for (const kind of ['orders', 'margin', 'alerts', 'account']) expect((await off(kind)).code).toBe('set')
    expect((await off('security')).code).toBe('illegalOperation')
    const order = { mode: 'real', symbol: 'BTCUSDT', lots: '1', price: '100', liquidation: '90' }
    for (const template of ['leverFilled', 'leverMarginLow', 'alertAbove', 'depositCredited'])
      await message(ann, template, { ...order, amount: '5 USDT' })
    await message(ann, 'passwordChanged')
    await send()
    expect(opened(browser)).toHaveLength(1)
    await server.call('user/notices_set', { kind: 'orders', on: true }, as(ann))
    await message(ann, 'leverFilled', order)
    await send()
    expect(opened(browser)).toHaveLength(2)
    const { rows } = (await server.call('user/notices', {}, as(ann))).data
    expect(rows.filter(({ on }) => on).map(({ kind }) => kind)).toEqual(['security', 'orders'])
  })

  it('cover every message but those of the system', () => {
    const kinds = Object.entries(readIndex().messages).map(([template, { kind }]) => [kind, noticeKindOf(template)])
    expect(kinds.length).toBeGreaterThan(30)
    for (const [kind, notice] of kinds) expect(notice === null).toBe(kind === 'system')
    expect(new Set(kinds.map(([, notice]) => notice))).toEqual(
      new Set(['security', 'orders', 'margin', 'alerts', 'account', null]),
    )
  })
})

describe('the endpoint of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:1',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('may be %s', (endpoint) => expect(isPushEndpoint(endpoint, { sandbox: false })).toBe(true))

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.org/abc',
    'https://evilfcm.googleapis.com.evil/abc',
    'https://notfcm.googleapis.com@10.0.0.1/',
    'https://xpush.apple.com/abc',
    'https://10.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/abc',
    'https://example.org/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
    '',
  ])('is never %s', (endpoint) => {
    for (const sandbox of [true, false]) expect(isPushEndpoint(endpoint, { sandbox })).toBe(false)
  })

  it.each(['http://127.0.0.1:4000/push', 'https://localhost/push', 'http://[::1]/push'])(
    'is %s in the sandbox only',
    (endpoint) => expect([true, false].map((sandbox) => isPushEndpoint(endpoint, { sandbox }))).toEqual([true, false]),
  )

  it('comes with keys of a browser', async () => {
    const ann = await server.person()
    const { keys } = subscriber()
    const endpoint = `${service.origin}/keys`
    const code = async (more: object) =>
      (await server.call('push/subscribe', { endpoint, ...keys, ...more }, as(ann))).code
    expect(await code({ auth: 'AAAA' })).toBe('illegalRequest')
    expect(await code({ p256dh: keys.p256dh.slice(4) })).toBe('illegalRequest')
    expect(await code({})).toBe('set')
  })
})

describe('the VAPID keys', () => {
  it('are created once beside the data, readable by their owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-vapid-'))
    const file = join(folder, 'data.vapid')
    const keys = readVapidKeys(undefined, file)
    expect(readVapidKeys(undefined, file)).toEqual(keys)
    expect(readVapidKeys(readFileSync(file, 'utf8'), undefined)).toEqual(keys)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
    rmSync(folder, { recursive: true })
  })

  it.each(['x', 'one two', 'A'.repeat(87)])('are refused where they are %j', (text) =>
    expect(() => readVapidKeys(text, undefined)).toThrow('PLACARD_VAPID_KEYS has no VAPID keys'),
  )
})
