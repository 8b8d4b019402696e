import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { nearestLanguage } from '../../../src/engine/language/texts/languages.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'
import { certify } from '../../support/server/flows/withdrawals.ts'
import { execute, prepare, readCaseRequests, type PreparedRequest } from '../../prove/kit/requests.ts'

// Guarantees for a client whose author knows only the contract.
const asks = await readCaseRequests()
const posts = (Object.keys(contract) as CallId[]).filter((call) => contract[call].method === 'POST')
const plain = posts.filter((call) => contract[call].files.length === 0)

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const asText = (fields: object): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      value === undefined || value === null
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
    ),
  ).toString()

/** Sends a prepared request in an encoding; without `type` it has no body. */
async function send(
  { call, payload, token, headers }: Omit<PreparedRequest, 'content'>,
  type: string | undefined,
  lang = 'en',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const fields = { ...payload, lang }
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/${call}`,
    headers: {
      ...headers,
      ...(type !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: token }),
    },
    ...(type !== undefined && { payload: type.startsWith(FORM) ? asText(fields) : JSON.stringify(fields) }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const executed = new Set<CallId>()
let renamed = 0

async function ready(call: CallId): Promise<PreparedRequest> {
  const ask = asks.get(call)
  if (!ask) throw new Error(`${call} has no case`)
  const { db } = server.context
  await db.deleteFrom('attempts').execute()
  if (!executed.has(call)) await execute(server, call, ask)
  executed.add(call)
  await db.deleteFrom('attempts').execute()
  const prepared = await prepare(server, call, ask)
  // A case registers the same name each time.
  const name = prepared.payload.account ?? prepared.payload.address
  if (call.endsWith('register') || call.endsWith('reg'))
    await db
      .updateTable('users')
      .set({ account: `was_${++renamed}` })
      .where('account', '=', String(name))
      .execute()
  return prepared
}

describe.each(plain)('POST %s', (call) => {
  it.each([JSON_TYPE, FORM, `${FORM}; charset=UTF-8`])('is answered as %s', async (type) => {
    const { status, body } = await send(await ready(call), type)
    expect([status, body.type, body.code]).toEqual([200, 'ok', contract[call].success ?? 1])
  })
})

describe.each(posts.filter((call) => contract[call].auth))('POST %s of a visitor', (call) => {
  it.each([JSON_TYPE, FORM, 'text/plain', 'application/xml', 'multipart/form-data; boundary=b', ';/;', undefined])(
    'with the type %s is answered 999',
    async (type) => {
      const { status, body } = await send({ call, payload: {}, token: undefined, headers: {} }, type)
      expect([status, body.type, body.code]).toEqual([200, '999', 'sessionExpired'])
    },
  )
})

it.each(posts)('%s refuses a body of another type', async (call) => {
  const { token } = await server.person()
  for (const type of ['text/plain', ';/;']) {
    const { status, body } = await send({ call, payload: {}, token, headers: {} }, type)
    expect([type, status, body.code]).toEqual([type, 415, 'illegalRequest'])
  }
})

describe('the message of a reply', () => {
  const texts = {
    en: 'Please log in again',
    'zh-Hans': '请重新登录',
    'zh-Hant': '請重新登入',
    de: 'Bitte melden Sie sich erneut an',
    pt: 'Entre novamente',
    ar: 'يرجى تسجيل الدخول مجددًا',
  } as const

  it.each([
    ['en', 'en'],
    ['en-US', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['ar', 'ar'],
    ['xx', 'en'],
  ] as const)('is for the lang %s in %s', async (lang, language) => {
    for (const type of [JSON_TYPE, FORM])
      expect(
        (await send({ call: 'user/logout', payload: {}, token: undefined, headers: {} }, type, lang)).body,
      ).toEqual(expect.objectContaining({ code: 'sessionExpired', message: texts[language] }))
    const { body } = await server.app.inject(`/api/user/info?lang=${lang}`)
    expect(JSON.parse(body)).toMatchObject({ message: texts[language] })
  })

  it('has its parameters, formatted for the language', async () => {
    const { token } = await server.person()
    const files = await server.upload(token, Buffer.alloc(5 * 1024 * 1024 + 1, 1))
    const who = await server.person()
    await certify(server, who)
    const payload = { mode: 'real', from: 'USDT', to: 'BTC', pay: '100000' }
    expect((await server.call('wallet/flash_quote', payload, { token: who.token, lang: 'de' })).message).toContain(
      '50.000',
    )
    expect(files).toMatchObject({ code: 'fileTooLarge', message: 'The file is too large. The maximum is 5 MB.' })
  })

  it('is that of a success too', async () => {
    const { token } = await server.person()
    expect(await server.call('set/lang', { language: 'de' }, { token, lang: 'fr' })).toMatchObject({
      type: 'ok',
      code: 'set',
      message: expect.not.stringMatching(/^(Set)?$/),
    })
  })

  it('is in each of the operator’s languages', async () => {
    const { languages } = server.context.operator.app
    const said = await Promise.all(
      languages.map(async (lang) => (await server.call('user/info', {}, { lang })).message),
    )
    expect(new Set(said).size).toBe(languages.length)
    expect(languages.map((lang) => nearestLanguage(lang, languages))).toEqual(languages)
  })

  it('of an unknown call is in the language of the query', async () => {
    const { body } = await server.app.inject('/api/no/such?lang=de')
    expect(JSON.parse(body)).toMatchObject({ code: 'notFound', message: expect.not.stringMatching(/not found/i) })
  })
})

describe('a money call', () => {
  const transfer = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10' }
  const pay = (token: string, headers: Record<string, string>) =>
    server.call('wallet/transfer', transfer, { token, headers })

  it('without a key is executed, each time', async () => {
    const { token } = await server.person()
    expect([(await pay(token, {})).code, (await pay(token, {})).code]).toEqual(['transferred', 'transferred'])
    const { data } = await server.call('wallet/list', { mode: 'real', kind: 'contract' }, { token })
    expect(data.rows[0]?.balance).toBe('20')
  })

  it.each(['', 'short', 'with a space', 'x'.repeat(129), 'with-ümlaut'])(
    'says what is wrong with the key %j',
    async (key) => {
      const { token } = await server.person()
      expect(await pay(token, { 'idempotency-key': key })).toMatchObject({
        type: 'error',
        code: 'idempotencyKeyInvalid',
        message: expect.stringContaining('8 to 128'),
      })
    },
  )
})
