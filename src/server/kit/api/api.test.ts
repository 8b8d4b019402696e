import { steppedUp } from '../../../../tests/support/server/flows/security.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { TERMS_VERSION } from '../../modules/identity/terms.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await createTestServer()
  token = (await server.person()).token
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

describe('the request', () => {
  it.each([
    ['a torn body', '{"mode":', 400],
    ['a list', '[]', 400],
    ['a key twice', '{"mode":"demo","mode":"real"}', 400],
    ['a prototype', '{"__proto__":{"mode":"demo"}}', 400],
    ['deep nesting', '['.repeat(60_000), 400],
    ['a long body', JSON.stringify({ mode: 'x'.repeat(70_000) }), 413],
  ])('refuses %s', async (_, payload, status) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/user/switch_account',
      headers: { ...json, authorization: token },
      payload,
    })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ type: 'error', code: 'illegalRequest' })
  })

  it('accepts a form with the token and JSON without', async () => {
    const asForm = await server.app.inject({
      method: 'POST',
      url: '/api/user/switch_account',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: token },
      payload: 'mode=real',
    })
    const asJson = await server.app.inject({
      method: 'POST',
      url: '/api/news/detail',
      headers: json,
      payload: '{"id":"about"}',
    })
    expect([asForm.json<{ type: string }>().type, asJson.json<{ type: string }>().type]).toEqual(['ok', 'ok'])
  })

  it.each(['null', '[]', '"x"', '1'])('refuses %s as a body, even without any fields', async (payload) => {
    const { token } = await server.person()
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/user/logout',
      headers: { ...json, authorization: token },
      payload,
    })
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ code: 'illegalRequest' })])
    expect((await server.call('user/info', {}, { token })).type).toBe('ok')
  })

  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n'
  it.each([
    ['breaks off in a file', 'b', file.slice(0, -2)],
    ['has no end', 'b', file],
    ['has other boundaries', 'c', `${file}--b--\r\n`],
    ['says no boundary', '', `${file}--b--\r\n`],
    ['is JSON', 'b', '{"file":"x"}'],
  ])('refuses a multipart form that %s', async (_, boundary, payload) => {
    const { token } = await server.person()
    const headers = {
      'content-type': `multipart/form-data${boundary && `; boundary=${boundary}`}`,
      authorization: token,
    }
    const response = await server.app.inject({ method: 'POST', url: '/api/upload', headers, payload })
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ code: 'illegalRequest' })])
  })

  it('refuses text for a file', async () => {
    const { token } = await server.person()
    const payload = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n'
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: token },
      payload,
    })
    expect(response.json()).toMatchObject({ code: 'parameterError', params: { field: 'file' } })
  })

  it('refuses a repeated query field', async () => {
    const response = await server.app.inject('/api/currency/whkdata?symbol=BTCUSDT&symbol=ETHUSDT&interval=1h')
    expect(response.statusCode).toBe(400)
  })

  it.each(['0x10', '1e2', ' 5', '５', '1.0', '+5', '05'])('refuses %j as a number', async (limit) => {
    expect(await server.call('currency/whkdata', { symbol: 'BTCUSDT', interval: '1h', limit })).toMatchObject({
      code: 'parameterError',
      params: { field: 'limit' },
    })
  })

  it('names the missing or wrong field', async () => {
    expect(await server.call('currency/whkdata', { symbol: 'BTCUSDT' })).toMatchObject({
      code: 'missingParameter',
      params: { name: 'interval' },
    })
    expect(await server.call('currency/whkdata', { symbol: 'btc', interval: '1h' })).toMatchObject({
      code: 'parameterError',
      params: { field: 'symbol' },
    })
    expect(await server.call('status', { extra: 1 })).toMatchObject({
      code: 'parameterError',
      params: { field: 'extra' },
    })
  })

  it("applies the form's rules where they are stricter than the payload", async () => {
    const reply = await server.call('user/register', {
      type: 'account',
      account: 'a b',
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
    })
    expect(reply).toMatchObject({ code: 'parameterError', params: { field: 'account' } })
  })

  it('treats an unknown language as the default', async () => {
    const reply = await server.call('news/detail', { id: 'about' }, { lang: 'xx' })
    expect(reply.data.title).toBe('About')
  })

  it('refuses other calls and other methods', async () => {
    expect((await server.app.inject('/api/user/nothing')).statusCode).toBe(404)
    expect((await server.app.inject('/api/user/login')).statusCode).toBe(404)
    expect((await server.app.inject('/api/user/nothing')).json()).toMatchObject({ type: 'error', code: 'notFound' })
  })
})

describe('sessions', () => {
  it('end at logout, for this token only', async () => {
    const { account, token: first } = await server.person()
    const second = (await server.login(account, 'secret71')).data.token
    await server.call('user/logout', {}, { token: first })
    expect((await server.call('user/info', {}, { token: first })).type).toBe('999')
    expect((await server.call('user/info', {}, { token: second })).type).toBe('ok')
  })

  it('all end when a password is set by code', async () => {
    const email = 'forgetful@example.org'
    await server.call('sms_mail', { email, purpose: 'register' })
    await server.call('user/register', {
      type: 'email',
      account: email,
      code: await server.code(email),
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
    })
    const { token } = (await server.login(email, 'secret71', 'email')).data
    await server.call('sms_mail', { email, purpose: 'forget' })
    const reply = await server.call('user/forget', {
      type: 'email',
      account: email,
      code: await server.code(email),
      password: 'another1',
    })
    expect(reply.code).toBe('passwordChanged')
    expect((await server.call('user/info', {}, { token })).type).toBe('999')
    expect((await server.login(email, 'secret71', 'email')).code).toBe('wrongPassword')
    expect((await server.login(email, 'another1', 'email')).type).toBe('ok')
  })

  it('expire', async () => {
    const { token } = await server.person()
    await server.clock.advance(server.context.operator.server.sessionSeconds)
    expect((await server.call('user/info', {}, { token })).type).toBe('999')
  })

  it('store no readable token or password', async () => {
    const { account, token } = await server.person()
    const { password } = await server.context.db
      .selectFrom('users')
      .select('password')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const sessions = await server.context.db.selectFrom('sessions').selectAll().execute()
    expect(password).toMatch(/^scrypt\$/)
    expect(sessions.length).toBeGreaterThan(0)
    expect(JSON.stringify(sessions.map(({ token_hash }) => token_hash))).not.toContain(token)
  })

  it('let a locked user read, not write', async () => {
    const { account, token } = await server.person()
    await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
    expect((await server.call('user/info', {}, { token })).type).toBe('ok')
    expect((await server.call('set/lang', { language: 'de' }, { token })).code).toBe('userLocked')
  })
})

describe('a text', () => {
  it('is trimmed before its length is judged', async () => {
    const person = await server.person()
    const { token } = person
    const card = { kind: 'card', number: '4242 4242 4242 4242', bank: 'First Bank' }
    for (const holder of ['     ', ' A '])
      expect(await server.call('user/cash_save', { ...card, holder }, { token })).toMatchObject({
        code: 'parameterError',
        params: { field: 'holder' },
      })
    const holder = `  Ann Example${' '.repeat(60)}`
    expect(await steppedUp(server, person, 'user/cash_save', { ...card, holder })).toMatchObject({ code: 'added' })
    const { cards } = (await server.call('user/cash_info', {}, { token })).data
    expect(cards[0]).toMatchObject({ holder: 'Ann Example' })
  })

  it('that is a password is not changed', async () => {
    const account = 'spaced_out'
    const user = { type: 'account', account: ` ${account} `, password: ' secret ', country: 'DE', terms: TERMS_VERSION }
    expect(await server.call('user/register', user)).toMatchObject({ code: 'registered', data: { account } })
    expect(await server.login(account, 'secret')).toMatchObject({ code: 'wrongPassword' })
    expect(await server.login(account, ' secret ')).toMatchObject({ code: 'loginDone' })
  })
})
