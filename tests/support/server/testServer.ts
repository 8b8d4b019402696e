import { contract } from '../../../src/generated/contract.ts'
import type { CallId, Calls } from '../../../src/generated/calls.ts'
import type { ErrorCode } from '../../../src/generated/errors.ts'
import { data as dataValidators } from '../../../src/generated/validators/index.js'
import type { Envelope } from '../../../src/server/kit/api/envelope.ts'
import { createServer, type CreateOptions, type Server } from '../../../src/server/app.ts'
import type { Clock } from '../../../src/server/kit/clock.ts'
import { TEST_DATA_KEYS } from './dataKey.ts'
import { createManualClock } from './manualClock.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'

/** Saturday 2026-11-21 12:00 UTC. */
export const START_MS = 1_795_262_400_000

export type Reply<C extends CallId> = Omit<Envelope, 'data'> & {
  status: number
  data: Calls[C]['data']
  headers: Record<string, unknown>
}

export interface Person {
  account: string
  token: string
  inviteCode: string
}

export interface TestServer extends Server {
  clock: Clock
  /** Sends a call as the contract defines its transport; every successful reply is validated. */
  call<C extends CallId>(
    call: C,
    payload: Record<string, unknown>,
    options?: { token?: string; lang?: string; headers?: Record<string, string>; ip?: string },
  ): Promise<Reply<C>>
  login(account: string, password: string, type?: 'account' | 'phone' | 'email'): Promise<Reply<'user/login'>>
  /** Registers and logs in a new user. */
  person(more?: Record<string, unknown>): Promise<Person>
  /** The code last sent to an address. */
  code(to: string): Promise<string>
  upload(token: string, content: Uint8Array, name?: string): Promise<Reply<'upload'>>
}

let persons = 0

/** A request with its reply, as both are sent. */
export interface Exchange {
  payload: Record<string, unknown>
  /** With the header Idempotency-Key. */
  keyed: boolean
  reply: Envelope
}

const exchanges = new Map<string, Exchange>()

/** The last exchange of a call that ended with this refusal, or with success; of all test servers. */
export const lastExchange = (call: CallId, code: ErrorCode | null): Exchange | undefined =>
  exchanges.get(`${call} ${code ?? 'ok'}`)

function open<C extends CallId>(
  call: C,
  response: { statusCode: number; body: string; headers: object },
  payload: Record<string, unknown>,
  headers: Record<string, string>,
): Reply<C> {
  const envelope = JSON.parse(response.body) as Envelope
  const keyed = Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')
  const exchange = JSON.parse(JSON.stringify({ payload, keyed, reply: envelope })) as Exchange
  exchanges.set(`${call} ${envelope.type === 'ok' ? 'ok' : envelope.code}`, exchange)
  if (envelope.type === 'ok' && !dataValidators[call](envelope.data))
    throw new Error(`${call}: ${JSON.stringify(dataValidators[call].errors?.[0])}`)
  return {
    ...envelope,
    data: envelope.data as Calls[C]['data'],
    status: response.statusCode,
    headers: { ...response.headers },
  }
}

/**
 * Creates a sandbox server that is called in memory, by default on a manual clock at `START_MS` and without live ticks. The caller
 * closes it.
 */
export async function createTestServer(options: CreateOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? createManualClock(START_MS)
  const server = await createServer({
    clock,
    passwordCost: 16,
    sandbox: true,
    tickRate: 0,
    stopGraceMs: 0,
    dataKeys: TEST_DATA_KEYS,
    ...options,
  })
  const { app, context } = server

  const testServer: TestServer = {
    ...server,
    clock,
    async call(call, payload, { token, lang = 'en', headers = {}, ip } = {}) {
      const facts = contract[call]
      const fields: Record<string, unknown> = { ...payload, lang }
      const text = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) =>
          value === undefined || value === null
            ? []
            : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
        ),
      ).toString()
      const sent = { ...(facts.auth && token !== undefined && { authorization: token }), ...headers }
      const remote = ip === undefined ? {} : { remoteAddress: ip }
      if (facts.method === 'GET')
        return open(
          call,
          await app.inject({ ...remote, method: 'GET', url: `/api/${call}?${text}`, headers: sent }),
          fields,
          headers,
        )
      const type = facts.auth ? 'application/json' : 'application/x-www-form-urlencoded'
      return open(
        call,
        await app.inject({
          ...remote,
          method: 'POST',
          url: `/api/${call}`,
          headers: { 'content-type': type, ...sent },
          payload: facts.auth ? JSON.stringify(fields) : text,
        }),
        fields,
        headers,
      )
    },
    async login(account, password, type = 'account') {
      const { data } = await testServer.call('captcha/slide', {})
      return await testServer.call('user/login', { type, account, password, slide: data.challenge })
    },
    async person(more = {}) {
      const account = `person_${++persons}`
      const registered = await testServer.call('user/register', {
        type: 'account',
        account,
        password: 'secret71',
        country: 'DE',
        terms: TERMS_VERSION,
        ...more,
      })
      if (registered.type !== 'ok') throw new Error(`Registration: ${String(registered.code)}`)
      const { token } = registered.data
      const { data } = await testServer.call('user/info', {}, { token })
      return { account, token, inviteCode: data.inviteCode }
    },
    async code(to) {
      const row = await context.db
        .selectFrom('outbox')
        .select('code')
        .where('target', '=', to)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row) throw new Error(`Nothing was sent to ${to}`)
      return row.code
    },
    async upload(token, content, name = 'picture.png') {
      const boundary = 'placard-boundary'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="lang"\r\n\r\nen\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
      return open(
        'upload',
        await app.inject({
          method: 'POST',
          url: '/api/upload',
          headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
          payload,
        }),
        { file: `(the bytes of ${name})`, lang: 'en' },
        {},
      )
    },
  }
  return testServer
}

export { png, unusedPng } from './png.ts'
