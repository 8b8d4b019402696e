import { readdirSync } from 'node:fs'
import { root } from '../../../codegen/commands/setup.mjs'
import { readCalls, type CallFile } from '../../../codegen/generate/lib/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import type { Cases } from '../../support/server/caseTypes.ts'
import { sha256 } from '../../../src/server/kit/random.ts'
import type { Reply, TestServer } from '../../support/server/testServer.ts'

/** Sends the calls that a call requires, then the call itself. */
export type CaseRequest = (server: TestServer) => Promise<unknown>

/** A request that would succeed if sent now. */
export interface PreparedRequest {
  call: CallId
  payload: Record<string, unknown>
  token: string | undefined
  headers: Record<string, string>
  /** File of an upload call. */
  content?: Uint8Array
}

class Reached extends Error {
  constructor(readonly ready: PreparedRequest) {
    super(ready.call)
  }
}

/** The calls as schemas/api describes them. */
export const readContract = (): CallFile[] => readCalls(root)

/** The successful case of each call, from the server's own tests. */
export async function readCaseRequests(): Promise<Map<string, CaseRequest>> {
  const folder = new URL('../../support/server/cases/', import.meta.url)
  const asks = new Map<string, CaseRequest>()
  for (const file of readdirSync(folder).filter((name) => name !== 'types.ts')) {
    const { cases } = (await import(new URL(file, folder).href)) as { cases: Cases }
    for (const [call, { ok }] of Object.entries(cases)) asks.set(call, ok)
  }
  return asks
}

const times = new WeakMap<CaseRequest, number>()

/** Runs a case up to its last call and returns that request without sending it. */
export async function prepare(server: TestServer, call: CallId, ask: CaseRequest): Promise<PreparedRequest> {
  const { call: send, upload } = server
  const nth = times.get(ask) ?? 1
  let seen = 0
  const reach = (ready: PreparedRequest): void => {
    seen += 1
    if (seen === nth) throw new Reached(ready)
  }
  server.call = (id, payload, options = {}) => {
    if (id === call) reach({ call, payload: { ...payload }, token: options.token, headers: { ...options.headers } })
    return send(id, payload, options)
  }
  server.upload = (token, content, name) => {
    if (call === 'upload') reach({ call, payload: {}, token, headers: {}, content })
    return upload(token, content, name)
  }
  try {
    await ask(server)
  } catch (error) {
    if (error instanceof Reached) return error.ready
    throw error
  } finally {
    Object.assign(server, { call: send, upload })
  }
  throw new Error(`What leads to ${call} does not send it`)
}

/** Runs a complete case and counts how often it sends the call. */
export async function execute(server: TestServer, call: CallId, ask: CaseRequest): Promise<Reply<CallId>> {
  const { call: send, upload } = server
  let seen = 0
  server.call = (id, payload, options) => {
    if (id === call) seen += 1
    return send(id, payload, options)
  }
  server.upload = (token, content, name) => {
    if (call === 'upload') seen += 1
    return upload(token, content, name)
  }
  try {
    return (await ask(server)) as Reply<CallId>
  } finally {
    Object.assign(server, { call: send, upload })
    times.set(ask, seen)
  }
}

/** Sends a prepared request: as an upload if it has content, otherwise as a call. */
export async function sendReady(
  server: TestServer,
  { call, payload, token, headers, content }: PreparedRequest,
): Promise<Reply<CallId>> {
  if (content) return await server.upload(token ?? '', content)
  return await server.call(call, payload, { headers, ...(token !== undefined && { token }) })
}

/** The user of a request: by token, by the account it names, or the last one registered. */
export async function userOfRequest(
  { context: { db } }: TestServer,
  { token, payload }: PreparedRequest,
): Promise<string> {
  const users = db.selectFrom('users').select('id')
  if (token !== undefined) {
    const session = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst()
    if (session) return session.user_id
  }
  const named = typeof payload.account === 'string' ? payload.account : ''
  const user = await users
    .where((eb) => eb.or([eb('account', '=', named), eb('phone', '=', named), eb('email', '=', named)]))
    .executeTakeFirst()
  return (user ?? (await users.orderBy('created', 'desc').orderBy('id').limit(1).executeTakeFirstOrThrow())).id
}
