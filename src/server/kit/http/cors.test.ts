import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, png, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { DEFAULT_CONFIG } from '../../config.ts'

const ALLOWED = 'https://app.example.com'
const FOREIGN = 'https://evil.example'
let server: TestServer
let token = ''
beforeAll(async () => {
  const { app, server: settings } = DEFAULT_CONFIG
  server = await createTestServer({ operator: { app, server: { ...settings, origins: [ALLOWED] } } })
  token = (await server.person()).token
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

const CORS = /^access-control-/
const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => CORS.test(name)))
const preflight = (url: string, origin: string) =>
  server.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

describe('a page of a listed origin', () => {
  it('may send every kind of call after a preflight, without the credentials of the browser', async () => {
    const { statusCode, headers } = await preflight('/api/wallet/transfer', ALLOWED)
    expect(statusCode).toBe(204)
    expect(corsOf(headers)).toEqual({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-expose-headers': 'X-Request-Id, Retry-After',
      'access-control-max-age': '600',
    })
    expect(headers.vary).toContain('Origin')
  })

  it.each([
    ['an answer', '/api/user/info', true],
    ['a refusal', '/api/user/info', false],
    ['a call that does not exist', '/api/nothing', false],
  ])('may read %s', async (_, url, authorized) => {
    const { headers } = await server.app.inject({
      url,
      headers: { origin: ALLOWED, ...(authorized && { authorization: token }) },
    })
    expect(headers['access-control-allow-origin']).toBe(ALLOWED)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('may show pictures', async () => {
    const { url } = (await server.upload(token, png(5))).data
    expect((await server.app.inject(url)).headers['cross-origin-resource-policy']).toBe('cross-origin')
  })
})

describe('another page', () => {
  it.each(['/api/wallet/transfer', '/api/nothing'])('gets no permission for %s', async (url) => {
    expect((await preflight(url, FOREIGN)).headers['access-control-allow-origin']).toBeUndefined()
    const { headers } = await server.app.inject({ url, headers: { origin: FOREIGN, authorization: token } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

it.each([
  '/sandbox/outbox.json',
  '/operator/catalogue',
  '/h5/config.json',
  '/healthz',
  '/%61pi/../sandbox/outbox.json',
])('%s is for no other origin', async (url) => {
  expect(corsOf((await preflight(url, ALLOWED)).headers)).not.toHaveProperty('access-control-allow-origin')
  const { headers } = await server.app.inject({ url, headers: { origin: ALLOWED } })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

describe('live connections', () => {
  const connect = (transport: string, origin: string) =>
    new Promise<boolean>((resolve) => {
      const { port } = server.app.server.address() as AddressInfo
      const socket = io(`http://127.0.0.1:${port}`, {
        path: '/live',
        transports: [transport],
        reconnection: false,
        timeout: 600_000,
        forceNew: true,
        extraHeaders: { origin },
      })
      const settle = (accepted: boolean) => () => {
        socket.close()
        resolve(accepted)
      }
      socket.on('connect', settle(true))
      socket.on('connect_error', settle(false))
    })
  it('are for listed origins only', async () => {
    expect([await connect('websocket', ALLOWED), await connect('websocket', FOREIGN)]).toEqual([true, false])
  })
  it('can be polled by listed origins', async () => {
    const { port } = server.app.server.address() as AddressInfo
    const poll = (origin: string) =>
      fetch(`http://127.0.0.1:${port}/live/?EIO=4&transport=polling`, { headers: { origin } })
    const [allowed, foreign] = [await poll(ALLOWED), await poll(FOREIGN)]
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, ALLOWED])
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })
})

it('without a list there is no permission at all', async () => {
  const bare = await createTestServer()
  const { headers } = await bare.app.inject({ url: '/api/status', headers: { origin: ALLOWED } })
  expect(corsOf(headers)).toEqual({})
  expect((await bare.app.inject('/media/banner-markets.svg')).headers['cross-origin-resource-policy']).toBe(
    'same-origin',
  )
  await bare.close()
})
