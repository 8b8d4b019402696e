import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOperatorClient,
  openOperatorServer,
  OPERATOR_KEY,
  type OperatorClient,
} from '../../../../tests/support/server/operatorClient.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { MAX_OPERATOR_SESSIONS } from './sessions.ts'

let server: TestServer
let client: OperatorClient
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
})
afterAll(() => server.close())

const me = (token: string) => client.call('session/me', {}, { token })

describe('the first operator', () => {
  it('needs the operator key', async () => {
    expect(await client.call('operators/first', { name: 'mallory' }, { token: 'x'.repeat(43) })).toMatchObject({
      status: 401,
      code: 'wrongKey',
    })
  })

  it('can be created again after the temporary password has expired unused', async () => {
    const { server: own, client: first } = await openOperatorServer()
    const create = (name: string) => first.call('operators/first', { name }, { token: OPERATOR_KEY })
    const { data } = await create('anna')
    expect((await create('berta')).code).toBe('adminExists')
    await own.clock.advance(86_400)
    expect((await first.call('session/login', { name: 'anna', password: data.password })).code).toBe(
      'temporaryPasswordExpired',
    )
    expect((await create('anna')).code).toBe('nameTaken')
    expect((await create('berta')).status).toBe(200)
    await own.close()
  })

  it('is the only one that the key creates', async () => {
    await client.admin()
    expect((await client.call('operators/first', { name: 'second' }, { token: OPERATOR_KEY })).code).toBe('adminExists')
  })
})

describe('the setup', () => {
  it('permits no other call before it is done', async () => {
    const { token } = await client.admin()
    const create = { name: 'set_up_late', roles: ['auditor'], reason: 'for a test' }
    const { password } = (await client.call('operators/create', create, { token })).data
    const login = await client.call('session/login', { name: 'set_up_late', password })
    expect(login.data.setup).toBe(true)
    expect((await client.call('audit/list', {}, { token: login.data.token })).code).toBe('setupRequired')
    const { secret } = (await client.call('session/setup_key', {}, { token: login.data.token })).data
    const code = await client.code(secret.replaceAll(' ', ''))
    expect(
      (await client.call('session/setup', { password, code: '000000' }, { token: login.data.token })).code,
    ).toBeDefined()
    expect((await client.call('session/setup', { password: 'short', code }, { token: login.data.token })).code).toBe(
      'parameterError',
    )
    const done = await client.call(
      'session/setup',
      { password: 'long enough to be set', code },
      { token: login.data.token },
    )
    expect(done.status).toBe(200)
    expect((await me(login.data.token)).code).toBe('sessionExpired')
    expect((await client.call('audit/list', {}, { token: done.data.token })).status).toBe(200)
  })
})

describe('a login', () => {
  it('needs name, password and code', async () => {
    const { name, password, secret } = await client.operator('auditor')
    const login = (more: object) => client.call('session/login', { name, password, ...more })
    expect((await login({ name: 'unknown_one' })).code).toBe('wrongCredentials')
    expect((await login({ password: 'wrong' })).code).toBe('wrongCredentials')
    expect((await login({})).code).toBe('codeRequired')
    expect((await login({ code: '000000' })).code).toBe('wrongCode')
    const code = await client.code(secret)
    expect((await login({ code })).status).toBe(200)
    expect((await login({ code })).code).toBe('wrongCode')
  })

  it('is delayed by wrong passwords from unknown addresses, but not at a known one', async () => {
    const { name, password, secret } = await client.operator('auditor')
    for (let i = 0; i < 10; i += 1)
      await client.call('session/login', { name, password: 'wrong' }, { ip: `198.51.100.${i}` })
    const attempt = async (ip: string) =>
      await client.call('session/login', { name, password, code: await client.code(secret) }, { ip })
    await client.call('session/login', { name, password: 'wrong' }, { ip: '198.51.100.20' })
    expect((await client.call('session/login', { name, password: 'wrong' }, { ip: '198.51.100.21' })).code).toBe(
      'tooManyRequests',
    )
    expect((await attempt('127.0.0.1')).status).toBe(200)
  })

  it('ends the oldest of too many sessions', async () => {
    const { name, password, secret, token } = await client.operator('auditor')
    for (let i = 0; i < MAX_OPERATOR_SESSIONS; i += 1)
      expect((await client.call('session/login', { name, password, code: await client.code(secret) })).status).toBe(200)
    expect((await me(token)).code).toBe('sessionExpired')
  })
})

describe('a session', () => {
  it('ends with its time', async () => {
    const own = await createTestServer({ operatorKey: OPERATOR_KEY })
    const api = createOperatorClient(own)
    const { token } = await api.admin()
    await own.clock.advance(12 * 3600)
    expect((await api.call('session/me', {}, { token })).code).toBe('sessionExpired')
    await own.close()
  })

  it('ends at logout', async () => {
    const { token } = await client.operator('auditor')
    expect((await client.call('session/logout', {}, { token })).status).toBe(200)
    expect((await me(token)).code).toBe('sessionExpired')
  })

  it('ends with a change of the password, which begins another', async () => {
    const { token, password: old, secret } = await client.operator('auditor')
    const password = 'another long password'
    const change = async (more: object) =>
      await client.call('session/password', { old, password, code: await client.code(secret), ...more }, { token })
    expect((await change({ old: 'wrong' })).code).toBe('wrongCredentials')
    expect((await change({ password: old })).code).toBe('passwordUnchanged')
    const changed = await change({})
    expect([(await me(token)).code, (await me(changed.data.token)).status]).toEqual(['sessionExpired', 200])
  })

  it('ends when an admin resets or disables the operator', async () => {
    const { token: admin } = await client.admin().then(async ({ name, password, secret }) => {
      const code = await client.code(secret)
      return (await client.call('session/login', { name, password, code })).data
    })
    const create = { name: 'to_reset', roles: ['auditor'], reason: 'for a test' }
    const { operator, password } = (await client.call('operators/create', create, { token: admin })).data
    const { token } = await client.setUp('to_reset', password)
    const id = operator.id
    const reset = await client.call('operators/reset', { id, reason: 'lost the phone' }, { token: admin })
    expect((await me(token)).code).toBe('sessionExpired')
    const again = await client.setUp('to_reset', reset.data.password)
    await client.call('operators/update', { id, roles: [], disabled: true, reason: 'has left' }, { token: admin })
    expect((await me(again.token)).code).toBe('sessionExpired')
    const login = { name: 'to_reset', password: again.password, code: await client.code(again.secret) }
    expect((await client.call('session/login', login)).code).toBe('wrongCredentials')
  })

  it('stores no token, password or TOTP key in plain text', async () => {
    const { token, password, secret } = await client.operator('auditor')
    const { db } = server.context
    const rows = JSON.stringify(
      [
        await db.selectFrom('operator_accounts').selectAll().execute(),
        await db.selectFrom('operator_sessions').selectAll().execute(),
        await db.selectFrom('operator_audit').selectAll().execute(),
      ],
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
    for (const text of [token, password, secret]) expect(rows).not.toContain(text)
  })
})

it('an admin can neither change the own account nor take the last admin away', async () => {
  const own = await createTestServer({ operatorKey: OPERATOR_KEY })
  const api = createOperatorClient(own)
  const { id, token } = await api.admin()
  const other = await api.operator('admin')
  const update = (by: string, of: string, more: object = {}) =>
    api.call(
      'operators/update',
      { id: of, roles: ['auditor'], disabled: false, reason: 'a test', ...more },
      { token: by },
    )
  expect((await update(token, id)).code).toBe('ownAccount')
  const [one, two] = await Promise.all([update(token, other.id), update(other.token, id)])
  expect([one.status, two.status]).not.toEqual([200, 200])
  await own.close()
})
