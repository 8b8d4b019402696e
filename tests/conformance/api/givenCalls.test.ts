import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallId } from '../../../src/generated/calls.ts'
import { contract } from '../../../src/generated/contract.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'
import { retrySeconds } from '../../../src/server/modules/trading/riskTest/riskTest.ts'
import { STEP_SECONDS } from '../../../src/server/modules/identity/security/totp.ts'
import { prepare, readCaseRequests, readContract } from '../../prove/kit/requests.ts'
import { appCode, PASSWORD, PAY_PASSWORD } from '../../support/server/flows/security.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'

// A client that knows the promised calls only: none that the contract marks as an extension.

interface Reply {
  type: string
  code: string | number
  message: string
  params: {
    factors?: string[]
    by?: ('email' | 'phone')[]
    challenge?: string
    version?: string
    questions?: { id: string }[]
  }
  data: Record<string, unknown>
}
type Fields = Record<string, unknown>
type Encoding = 'JSON' | 'form'

const promised = JSON.parse(readFileSync(join(import.meta.dirname, '../product/promises.json'), 'utf8')) as {
  calls: { call: CallId }[]
}
const given = new Set(promised.calls.map(({ call }) => call))
const cases = await readCaseRequests()
/** Promised calls that take a proof of an extension. */
const proving = [...given].filter((call) => contract[call].stepUp || contract[call].needs.includes('payPassword'))

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const formText = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()

function client(encoding: Encoding, token?: string) {
  return async (call: CallId, payload: Fields = {}, headers: Record<string, string> = {}): Promise<Reply> => {
    if (!given.has(call)) throw new Error(`${call} is no given call`)
    const { method, auth } = contract[call]
    const fields = Object.fromEntries(
      Object.entries({ ...payload, lang: 'en' }).filter(([, value]) => value !== undefined && value !== null),
    )
    const session = auth && token !== undefined ? { authorization: token } : {}
    const sent =
      encoding === 'JSON'
        ? { type: 'application/json', body: JSON.stringify(fields) }
        : { type: 'application/x-www-form-urlencoded', body: formText(fields) }
    const response = await server.app.inject({
      method,
      url: `/api/${call}${method === 'GET' ? `?${formText(fields)}` : ''}`,
      headers: { ...headers, ...session, ...(method === 'POST' && { 'content-type': sent.type }) },
      ...(method === 'POST' && { payload: sent.body }),
    })
    expect(response.statusCode).toBe(200)
    return response.json<Reply>()
  }
}
type Send = ReturnType<typeof client>

/** The factors that a refusal asks for, with a code that a promised call sends. */
async function factors(send: Send, { params }: Reply, secret = ''): Promise<Fields> {
  const fields: Fields = {}
  for (const factor of params.factors ?? []) {
    if (factor === 'password') fields.password = PASSWORD
    else if (factor === 'authenticator') {
      await server.clock.advance(STEP_SECONDS)
      fields.authenticator = appCode(server, secret)
    } else {
      const by = params.by?.[0] ?? 'email'
      const address = String((await send('user/info')).data[by])
      const [call, name] = by === 'email' ? (['sms_mail', 'email'] as const) : (['sms_send_d', 'phone'] as const)
      expect((await send(call, { [name]: address, purpose: 'confirm' })).code).toBe('codeSent')
      Object.assign(fields, { by, code: await server.code(address) })
    }
  }
  return fields
}

let addresses = 0

/** A user with an e-mail address, registered by promised calls. */
async function registered(encoding: Encoding) {
  const email = `given${++addresses}@example.org`
  const visitor = client(encoding)
  expect((await visitor('sms_mail', { email, purpose: 'register' })).code).toBe('codeSent')
  const { data } = await visitor('user/register', {
    type: 'email',
    account: email,
    code: await server.code(email),
    password: PASSWORD,
    country: 'DE',
    terms: TERMS_VERSION,
  })
  await server.clock.advance(60)
  return { email, visitor, token: String(data.token), send: client(encoding, String(data.token)) }
}

const TRON = { kind: 'address', currency: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }

it('the given calls are those that the contract does not mark as extensions', () => {
  const own = readContract().flatMap(({ call, extension }) => (extension ? [] : [call]))
  expect([...given].toSorted()).toEqual(own.toSorted())
  expect(proving.length).toBeGreaterThan(5)
})

describe.each(['JSON', 'form'] as const)('a client of the given calls, in %s', (encoding) => {
  it.each(proving)('sends %s with the factors themselves', async (call) => {
    const ask = cases.get(call)
    if (!ask) throw new Error(`${call} has no case`)
    const { payload, token, headers } = await prepare(server, call, ask)
    const { payProof, stepUpProof, ...rest } = payload
    expect([payProof, stepUpProof].some((proof) => proof !== undefined && proof !== null)).toBe(true)
    const send = client(encoding, token)
    const ready: Fields = { ...rest }
    if (contract[call].needs.includes('payPassword')) {
      expect((await send(call, ready, headers)).code).toBe('wrongPayPassword')
      ready.payPassword = PAY_PASSWORD
    }
    if (stepUpProof !== undefined) {
      const refused = await send(call, ready, headers)
      expect(refused).toMatchObject({ type: 'error', code: 'stepUpRequired', data: null })
      ready.stepUp = await factors(send, refused)
    }
    expect(await send(call, ready, headers)).toMatchObject({ type: 'ok', code: contract[call].success ?? 1 })
  })

  it('logs in with the challenge of the refusal', async () => {
    const { email, visitor } = await registered(encoding)
    const login = { type: 'email', account: email, password: PASSWORD }
    const refused = await visitor('user/login', { ...login, slide: '' })
    expect(refused.code).toBe('wrongSlide')
    const again = { ...login, slide: refused.params.challenge }
    expect((await visitor('user/login', again)).code).toBe('loginDone')
    expect((await visitor('user/login', again)).code).toBe('wrongSlide')
  })

  it('switches the second factor on, logs in with it, and confirms with it', async () => {
    const { email, visitor, send } = await registered(encoding)
    const key = (await send('safe/google', { way: 'get' })).data.key as { secret: string }
    const secret = key.secret.replaceAll(' ', '')
    const on = { way: 'set', password: PASSWORD, code: appCode(server, secret) }
    expect((await send('safe/google', on)).code).toBe('set')
    await server.clock.advance(STEP_SECONDS)
    const login = { type: 'email', account: email, password: PASSWORD }
    const challenge = async () => (await visitor('user/login', { ...login, slide: '' })).params.challenge
    expect((await visitor('user/login', { ...login, slide: await challenge() })).code).toBe('twoFactorRequired')
    const wrong = await visitor('user/login', { ...login, slide: await challenge(), code: '000000' })
    expect(wrong.code).toBe('wrongCode')
    const right = { ...login, slide: await challenge(), code: appCode(server, secret) }
    expect((await visitor('user/login', right)).code).toBe('loginDone')
    const refused = await send('user/cash_save', TRON)
    expect(refused.params).toEqual({ factors: ['authenticator'], by: [] })
    const stepUp = await factors(send, refused, secret)
    expect((await send('user/cash_save', { ...TRON, stepUp })).code).toBe('added')
  })

  it('sets a payment password', async () => {
    const { send } = await registered(encoding)
    const first = { way: 'payment', oldPassword: PASSWORD, password: PAY_PASSWORD }
    expect((await send('safe/update_password', { ...first, oldPassword: 'wrong-one' })).code).toBe('oldPasswordWrong')
    expect((await send('safe/update_password', first)).code).toBe('passwordChanged')
    expect((await send('user/info')).data.hasPayPassword).toBe(true)
    expect((await send('safe/update_password', first)).code).toBe('statusAbnormal')
  })

  it('changes its password and its address', async () => {
    const { send, visitor } = await registered(encoding)
    const email = `moved${++addresses}@example.org`
    await visitor('sms_mail', { email, purpose: 'bindEmail' })
    const change = { way: 'change', email, code: await server.code(email) }
    const refused = await send('safe/email', change)
    expect(refused.params).toEqual({ factors: ['password', 'code'], by: ['email'] })
    expect((await send('safe/email', { ...change, stepUp: await factors(send, refused) })).code).toBe('set')
    const password = { oldPassword: PASSWORD, password: 'another1' }
    expect((await send('safe/update_password', password)).code).toBe('passwordChanged')
  })
})

describe('answers to the risk test in a payload', () => {
  const asked = [...given].filter((call) => contract[call].needs.includes('riskTest'))

  it.each(asked)('open %s to a client of the given calls', async (call) => {
    const ask = cases.get(call)
    if (!ask) throw new Error(`${call} has no case`)
    const { payload, token, headers } = await prepare(server, call, ask)
    await server.context.db.updateTable('users').set({ risk_test: null }).execute()
    const send = client('form', token)
    const refused = await send(call, payload, headers)
    expect(refused.code).toBe('riskTestRequired')
    const { version, questions = [] } = refused.params
    const right = new Map(server.context.content.riskTest.questions('en').map(({ id, right: option }) => [id, option]))
    const answers = questions.map(({ id }) => ({ question: id, option: right.get(id) }))
    const wrong = answers.map((answer, at) => ({ ...answer, option: at === 0 ? 'b' : answer.option }))
    const failed = await send(call, { ...payload, riskTest: { version, answers: wrong } }, headers)
    expect(failed.code).toBe('riskTestFailed')
    expect((await send(call, { ...payload, riskTest: { version, answers } }, headers)).code).toBe('riskTestFailed')
    await server.clock.advance(retrySeconds(server.context.operator))
    const passed = await send(call, { ...payload, riskTest: { version, answers } }, headers)
    // The price or the proof may be too old by then.
    expect(passed.code).not.toMatch(/^riskTest/)
    const own = await server.context.db
      .selectFrom('users')
      .select('risk_test')
      .where('risk_test', '=', String(version))
      .execute()
    expect(own).toHaveLength(1)
  })

  it('are asked for by several calls', () => expect(asked.length).toBeGreaterThan(2))
})

describe('factors in a payload', () => {
  it('are counted like those of safe/step_up', async () => {
    const { send, token } = await registered('JSON')
    const wrong = { ...TRON, stepUp: { password: 'wrong-one', by: 'email', code: '000000' } }
    for (let nth = 0; nth < 5; nth++) expect((await send('user/cash_save', wrong)).code).toBe('wrongPassword')
    expect((await send('user/cash_save', wrong)).code).toBe('tooManyRequests')
    const own = { call: 'user/cash_save', value: '', password: PASSWORD, by: 'email', code: '000000' }
    expect((await server.call('safe/step_up', own, { token })).code).toBe('tooManyRequests')
  })

  it('are good once', async () => {
    const { send } = await registered('JSON')
    const stepUp = await factors(send, await send('user/cash_save', TRON))
    expect((await send('user/cash_save', { ...TRON, stepUp })).code).toBe('added')
    const other = { ...TRON, network: 'ERC20', address: `0x${'a1'.repeat(20)}` }
    expect((await send('user/cash_save', { ...other, stepUp })).code).toBe('wrongCode')
  })

  it('lack none of those that the user has', async () => {
    const { send } = await registered('JSON')
    const refused = await send('user/cash_save', TRON)
    for (const factor of ['password', 'code'] as const) {
      const { [factor]: _left, ...stepUp } = await factors(send, refused)
      expect((await send('user/cash_save', { ...TRON, stepUp })).code).toBe('missingParameter')
      await server.clock.advance(60)
    }
    expect((await send('user/cash_save', { ...TRON, stepUp: {} })).code).toBe('missingParameter')
  })

  it('leave the code of a session valid when a stranger has another one sent', async () => {
    const { email, send, visitor, token } = await registered('JSON')
    await server.call('safe/step_up_code', { by: 'email' }, { token })
    const code = await server.code(email)
    expect((await visitor('sms_mail', { email, purpose: 'confirm' })).code).toBe('codeSent')
    const stepUp = { password: PASSWORD, by: 'email', code }
    expect((await send('user/cash_save', { ...TRON, stepUp })).code).toBe('wrongCode')
    const proof = await server.call('safe/step_up', { call: 'user/cash_save', value: '', ...stepUp }, { token })
    expect(proof.type).toBe('ok')
  })

  it('are not verified again for a repeated payment', async () => {
    const ask = cases.get('wallet/out')
    if (!ask) throw new Error('wallet/out has no case')
    const { payload, token } = await prepare(server, 'wallet/out', ask)
    const { payProof: _pay, stepUpProof: _stepUp, ...rest } = payload
    const send = client('JSON', token)
    const key = { 'idempotency-key': 'withdrawal-1' }
    const ready = { ...rest, payPassword: PAY_PASSWORD }
    const stepUp = await factors(send, await send('wallet/out', ready, key))
    const first = await send('wallet/out', { ...ready, stepUp }, key)
    expect(first.code).toBe('withdrawalRequested')
    expect(await send('wallet/out', { ...ready, payPassword: '000000', stepUp }, key)).toEqual(first)
    const others = await send('wallet/out', { ...ready, amount: '1', stepUp }, key)
    expect(others.code).toBe('idempotencyKeyReused')
  })
})
