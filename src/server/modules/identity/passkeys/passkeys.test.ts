import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPasskey,
  authenticator,
  loginByPasskey,
  stepUpWithPasskey,
  withPasskey,
} from '../../../../../tests/support/server/passkey.ts'
import { as, withTwoFactor } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const TRON = { kind: 'address', currency: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }

describe('a login with a passkey', () => {
  it('opens a session of its user, also where two-factor login is on', async () => {
    const ann = await withTwoFactor(server)
    const passkey = authenticator()
    expect((await addPasskey(server, ann, passkey)).code).toBe('added')
    const { data, type } = await loginByPasskey(server, passkey)
    expect(type).toBe('ok')
    expect(data.user.account).toBe(ann.account)
    expect((await server.call('user/info', {}, as(data))).type).toBe('ok')
    const [row] = (await server.call('passkey/list', {}, as(ann))).data.rows
    expect(row?.used).toBe(server.clock.now())
  })

  it('accepts an answer once', async () => {
    const { passkey } = await withPasskey(server)
    const credential = passkey.use((await server.call('passkey/request', {})).data.options)
    const answers = await Promise.all([1, 2, 3].map(() => server.call('passkey/login', { credential })))
    expect(answers.map(({ code }) => String(code)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'loginDone',
      'passkeyFailed',
      'passkeyFailed',
    ])
    expect((await server.call('passkey/login', { credential })).code).toBe('passkeyFailed')
  })

  it('refuses an expired challenge, one of another server, and none', async () => {
    const { passkey } = await withPasskey(server)
    const { options } = (await server.call('passkey/request', {})).data
    await server.clock.advance(121)
    const code = async (given: string) => (await server.call('passkey/login', { credential: passkey.use(given) })).code
    expect(await code(options)).toBe('passkeyFailed')
    for (const challenge of ['', 'AAAA', Buffer.from('1.a.b').toString('base64url')])
      expect(await code(JSON.stringify({ challenge, rpId: 'localhost' }))).toBe('passkeyFailed')
  })

  it('refuses the answer of another site, one without verification of the user, and one for another site', async () => {
    const { passkey } = await withPasskey(server)
    const { options } = (await server.call('passkey/request', {})).data
    const elsewhere = JSON.stringify({ ...(JSON.parse(options) as object), rpId: 'evil.example' })
    expect((await server.call('passkey/login', { credential: passkey.use(elsewhere) })).code).toBe('passkeyFailed')
    for (const wrong of [{ origin: 'https://evil.example' }, { verifies: false }])
      expect((await addPasskey(server, await server.person(), authenticator(wrong))).code).toBe('passkeyFailed')
  })

  it('refuses a copy whose counter is behind', async () => {
    const { passkey } = await withPasskey(server)
    expect((await loginByPasskey(server, passkey)).code).toBe('loginDone')
    passkey.rewind()
    expect((await loginByPasskey(server, passkey)).code).toBe('passkeyFailed')
  })

  it.each(['', '{}', 'null', '[]', '{"id":1}', '{"id":"x","response":{}}', '{"id":"x","response":null}'])(
    'refuses %j',
    async (credential) => expect((await server.call('passkey/login', { credential })).code).toBe('passkeyFailed'),
  )
})

describe('a passkey', () => {
  it('confirms a call in place of the factors, only for its own user', async () => {
    const [ann, ben] = [await withPasskey(server), await withPasskey(server)]
    const { data } = await stepUpWithPasskey(server, ann, ann.passkey, 'user/cash_save')
    expect((await server.call('user/cash_save', { ...TRON, stepUpProof: data.proof }, as(ann))).code).toBe('added')
    expect((await stepUpWithPasskey(server, ben, ann.passkey, 'user/cash_save')).code).toBe('passkeyFailed')
    const { proof } = (await stepUpWithPasskey(server, ben, ben.passkey, 'safe/email')).data
    expect((await server.call('user/cash_save', { ...TRON, stepUpProof: proof }, as(ben))).code).toBe('stepUpRequired')
  })

  it('is announced to its user when it is added or removed, and holds withdrawals', async () => {
    const ann = await withPasskey(server)
    const { id } = (await server.call('user/info', {}, as(ann))).data
    const holds = server.context.db.selectFrom('account_holds').select('cause').where('user_id', '=', id)
    expect(await holds.execute()).toEqual([{ cause: 'passkey' }])
    const { proof } = (await stepUpWithPasskey(server, ann, ann.passkey, 'passkey/remove')).data
    expect((await server.call('passkey/remove', { id: ann.id, stepUpProof: proof }, as(ann))).code).toBe('updated')
    const { rows } = (await server.call('user/usermessage', {}, as(ann))).data
    expect(rows.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['A passkey was added: —', 'A passkey was removed: —']),
    )
    expect((await loginByPasskey(server, ann.passkey)).code).toBe('passkeyFailed')
    expect((await server.call('safe/step_up_info', { call: 'safe/email', value: '' }, as(ann))).data.passkey).toBeNull()
  })
})
