import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { google, PAY_PASSWORD, setPayPassword, withTwoFactor } from '../../../../tests/support/server/flows/security.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import type { CreateOptions } from '../../app.ts'
import { createLog } from './log.ts'
import { TERMS_VERSION } from '../../modules/identity/terms.ts'

let server: TestServer
let text = ''
afterEach(() => server.close())

async function start(options: CreateOptions = {}): Promise<void> {
  text = ''
  const stream = { write: (line: string) => void (text += line) }
  server = await createTestServer({ log: createLog('debug', stream), ...options })
}
type Line = Record<string, unknown>
const lines = (): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
const requests = (): Line[] => lines().filter(({ msg }) => msg === 'request')

it('logs one line for each request, with its id, route, status, milliseconds, user and result', async () => {
  await start()
  const { token } = await server.person()
  const { id } = (await server.call('user/info', {}, { token })).data
  text = ''
  const answers = [
    await server.call('user/info', {}, { token }),
    await server.call('user/info', {}, { token: 'x'.repeat(40) }),
    await server.call('user/login', { type: 'account', account: 'absent', password: 'secret71', slide: 'x' }),
  ]
  const missing = await server.app.inject('/nothing?password=secret71')
  await server.app.inject('/healthz')
  expect(requests()).toEqual(
    [
      { route: '/api/user/info', method: 'GET', status: 200, result: 'ok', userId: id },
      { route: '/api/user/info', method: 'GET', status: 200, result: 'sessionExpired' },
      { route: '/api/user/login', method: 'POST', status: 200, result: 'wrongSlide' },
      { route: 'none', method: 'GET', status: 404 },
      { route: '/healthz', method: 'GET', status: 200, level: 'debug' },
    ].map((line) => ({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      pid: process.pid,
      requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
      ms: expect.any(Number) as number,
      msg: 'request',
      ...line,
    })),
  )
  expect([...answers.map(({ headers }) => headers['x-request-id']), missing.headers['x-request-id']]).toEqual(
    requests()
      .slice(0, 4)
      .map(({ requestId }) => requestId),
  )
})

it('logs a request whose client has gone', async () => {
  await start()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let leave = (): void => undefined
  server.app.get('/slow', () => {
    leave()
    return released
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const request = httpRequest({ host: '127.0.0.1', port, path: '/slow' })
  request.on('error', () => undefined)
  leave = () => void request.destroy()
  request.end()
  await expect.poll(() => requests()).toMatchObject([{ route: '/slow', status: 499 }])
  release()
})

it('takes the id of a trusted proxy only', async () => {
  const idOf = async () =>
    (await server.app.inject({ url: '/api/status', headers: { 'x-request-id': 'abc-0123456789' } })).headers[
      'x-request-id'
    ]
  await start()
  expect(await idOf()).not.toBe('abc-0123456789')
  await server.close()
  await start({ trustProxy: () => true })
  expect(await idOf()).toBe('abc-0123456789')
  const hostile = await server.app.inject({ url: '/api/status', headers: { 'x-request-id': 'a b"c'.repeat(5) } })
  expect(hostile.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
})

it('contains no password, token, code, key or card number', async () => {
  await start({ operatorKey: 'operator-key-'.repeat(4), checkReplies: false })
  let failure = new Error('not yet')
  server.app.get('/fails', () => {
    throw failure
  })
  const { call } = server
  const person = await withTwoFactor(server)
  await setPayPassword(server, person)
  const info = (await call('user/info', {}, { token: person.token })).data
  const card = '4242424242424242'
  const spaced = '4242 4242 4242 4242'
  const secrets = {
    password: 'Hidden-Passw0rd',
    token: person.token,
    totp: person.secret,
    recovery: person.recoveryCodes[0] ?? '',
    payPassword: PAY_PASSWORD,
    code: '918273',
    card,
    spaced,
    key: 'operator-key-'.repeat(4),
  }
  failure = Object.assign(new Error(`failed on ${person.token} and ${card} and ${spaced}`), {
    detail: `Key (card)=(${card})`,
    parameters: [secrets.password],
  })
  const { token } = person
  const everything = { ...secrets, account: secrets.password, to: card, slide: secrets.token }
  const attempt = async (): Promise<void> => {
    const slide = (await call('captcha/slide', {})).data.challenge
    await call('user/login', { type: 'account', account: person.account, password: secrets.password, slide })
    await call('user/login_code', { challenge: slide, code: secrets.code })
    await call('user/forget', {
      type: 'email',
      account: 'a@example.com',
      code: secrets.code,
      password: secrets.password,
    })
    await call('user/register', {
      type: 'account',
      account: 'another',
      password: secrets.password,
      country: 'DE',
      terms: TERMS_VERSION,
    })
    await call('safe/pay_verify', { call: 'wallet/transfer', password: secrets.payPassword }, { token })
    await google(server, person, { way: 'off', password: secrets.password, code: secrets.code })
    for (const [id, method] of [
      ['user/cash_save', 'POST'],
      ['user/info', 'GET'],
      ['wallet/transfer', 'POST'],
    ] as const) {
      const query = new URLSearchParams(everything).toString()
      await server.app.inject({
        method,
        url: `/api/${id}?${query}`,
        headers: { authorization: token, 'content-type': 'application/json', 'user-agent': card, referer: query },
        ...(method === 'POST' && { payload: JSON.stringify(everything) }),
      })
    }
    for (const payload of [`{"password":"${secrets.password}`, `{"card":${card}${'9'.repeat(80_000)}`])
      await server.app.inject({
        method: 'POST',
        url: '/api/user/cash_save',
        headers: { 'content-type': 'application/json', authorization: token },
        payload,
      })
    for (const path of [`/${token}`, `/api/${card}`, `/%zz${token}`, `/media/uploads/${token}`, `/operator/${card}`])
      await server.app.inject({ url: path, headers: { authorization: `Bearer ${secrets.key}` } })
    await server.app.inject({ url: '/fails', headers: { cookie: secrets.token } })
  }
  await attempt()
  // Errors of the database.
  for (const table of ['payees', 'idempotency', 'two_factor', 'sessions', 'attempts'] as const)
    await server.context.db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  await attempt().catch(() => undefined)
  expect(text).toContain('"status":500')
  expect(text).toContain(info.id)
  expect(text).toContain('failed on … and … and …')
  for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret), name).toBe(false)
  expect(lines().length).toBeGreaterThan(40)
})
