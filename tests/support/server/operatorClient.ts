import { operatorContract, type Role } from '../../../src/generated/operatorApi/contract.ts'
import type { OperatorCallId, OperatorCalls } from '../../../src/generated/operatorApi/calls.ts'
import type { OperatorErrorCode } from '../../../src/generated/operatorApi/errors.ts'
import { STEP_SECONDS } from '../../../src/server/modules/identity/security/totp.ts'
import type { CreateOptions, Server } from '../../../src/server/app.ts'
import { createTestServer, type Person, type TestServer } from './testServer.ts'
import { codeAt } from './totp.ts'

export const OPERATOR_KEY = 'operator-key-of-the-tests-0123456789'

export interface OperatorReply<C extends OperatorCallId> {
  status: number
  /** Absent for a success. */
  code: OperatorErrorCode | undefined
  params: Record<string, unknown>
  headers: Record<string, unknown>
  data: OperatorCalls[C]['data']
}

export interface SignedInOperator {
  id: string
  name: string
  token: string
  password: string
  /** TOTP key in base32. */
  secret: string
}

/** A request and its reply. */
export interface OperatorExchange {
  payload: Record<string, unknown>
  keyed: boolean
  reply: Record<string, unknown>
}

type Options = { token?: string; key?: string; ip?: string }

export interface OperatorClient {
  call<C extends OperatorCallId>(
    call: C,
    payload: OperatorCalls[C]['payload'] | Record<string, unknown>,
    options?: Options,
  ): Promise<OperatorReply<C>>
  /** The last exchange of a call that succeeded (null) or was refused with a code. */
  lastExchange(call: OperatorCallId, code: string | null): OperatorExchange | undefined
  /** The next unused code of an authenticator app; advances the clock by a time step. */
  code(secret: string): Promise<string>
  /** Sets an operator with a temporary password up. */
  setUp(name: string, temporary: string): Promise<SignedInOperator>
  /** The first admin, created once. */
  admin(): Promise<SignedInOperator>
  /** Creates an operator with these roles and signs them in. */
  operator(...roles: Role[]): Promise<SignedInOperator>
}

let names = 0

/** A client of the operators' calls of a server that was created with `OPERATOR_KEY`. */
export function createOperatorClient({
  app,
  context,
  clock,
}: Pick<Server, 'app' | 'context'> & { clock: { advance(seconds: number): Promise<void> | void } }): OperatorClient {
  let first: Promise<SignedInOperator> | null = null
  const exchanges = new Map<string, OperatorExchange>()

  const client: OperatorClient = {
    async call(call, payload, { token, key, ip } = {}) {
      const { method } = operatorContract[call]
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      }
      const query = new URLSearchParams(
        Object.entries(payload).flatMap(([name, value]): [string, string][] =>
          value === undefined || value === null ? [] : [[name, String(value)]],
        ),
      )
      const response = await app.inject({
        method,
        url: `/operator/api/${call}${method === 'GET' ? `?${query}` : ''}`,
        headers,
        ...(method === 'POST' && { payload: JSON.stringify(payload) }),
        ...(ip !== undefined && { remoteAddress: ip }),
      })
      const body = response.json<Record<string, unknown>>()
      const isOk = response.statusCode === 200
      exchanges.set(`${call} ${isOk ? 'ok' : String(body.code)}`, {
        payload: { ...payload },
        keyed: key !== undefined,
        reply: body,
      })
      return {
        status: response.statusCode,
        code: isOk ? undefined : (body.code as OperatorErrorCode),
        params: isOk ? {} : (body.params as Record<string, unknown>),
        headers: { ...response.headers },
        data: body as never,
      }
    },
    lastExchange: (call, code) => exchanges.get(`${call} ${code ?? 'ok'}`),
    async code(secret) {
      await clock.advance(STEP_SECONDS)
      return codeAt(secret, Math.floor(context.clock.now() / STEP_SECONDS))
    },
    async setUp(name, temporary) {
      const login = await client.call('session/login', { name, password: temporary })
      const { token } = login.data
      const { secret: spaced } = (await client.call('session/setup_key', {}, { token })).data
      const secret = spaced.replaceAll(' ', '')
      const password = `password of ${name}`
      const done = await client.call('session/setup', { password, code: await client.code(secret) }, { token })
      if (done.status !== 200) throw new Error(`The setup of ${name} was refused: ${done.code}`)
      const me = await client.call('session/me', {}, { token: done.data.token })
      return { id: me.data.operator.id, name, token: done.data.token, password, secret }
    },
    admin() {
      first ??= client
        .call('operators/first', { name: 'first_admin' }, { token: OPERATOR_KEY })
        .then(({ data }) => client.setUp('first_admin', data.password))
      return first
    },
    async operator(...roles) {
      const { token } = await client.admin()
      const name = `${roles[0] ?? 'none'}_${++names}`
      const { data } = await client.call('operators/create', { name, roles, reason: 'for a test' }, { token })
      return await client.setUp(name, data.password)
    },
  }
  return client
}

/** A test server with operators, and a client of their calls. The caller closes the server. */
export async function openOperatorServer(
  options: CreateOptions = {},
): Promise<{ server: TestServer; client: OperatorClient }> {
  const server = await createTestServer({ operatorKey: OPERATOR_KEY, ...options })
  return { server, client: createOperatorClient(server) }
}

/** The id of a user, which the calls of operators take. */
export const userIdOf = async (server: TestServer, { token }: Pick<Person, 'token'>): Promise<string> =>
  (await server.call('user/info', {}, { token })).data.id
