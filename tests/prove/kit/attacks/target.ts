import { contract } from '../../../../src/generated/contract.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import { ERROR_CODES } from '../../../../src/generated/errors.ts'
import type { TestServer } from '../../../support/server/testServer.ts'
import type { DbInspector } from '../db-inspector.ts'
import { prepare, sendReady, type CaseRequest, type PreparedRequest } from '../requests.ts'

export interface Shot {
  method?: string
  url?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

export interface Answer {
  status: number
  type: string
  code: string | number
}

let keys = 0

/** The server as seen by an attacker; the effect of each shot is checked in the database. */
export class Target {
  readonly faults: string[] = []
  readonly codes = new Map<string, number>()
  shots = 0
  /** The database after the last shot that was to change nothing; null when something else has happened since. */
  private seen: string | null = null

  constructor(
    readonly server: TestServer,
    private readonly db: DbInspector,
  ) {}

  fault(where: string, what: string): void {
    this.faults.push(`${where}: ${what}`)
  }

  async ready(call: CallId, ask: CaseRequest): Promise<PreparedRequest> {
    await this.server.context.db.deleteFrom('attempts').execute()
    this.seen = null
    return await prepare(this.server, call, ask)
  }

  /** Sends a request of this call with its fields as in the contract, or with another text for them. */
  async shoot({ call, token, headers }: PreparedRequest, shot: Shot): Promise<Answer> {
    const { method, auth } = contract[call]
    const type = auth ? 'application/json' : 'application/x-www-form-urlencoded'
    const given: Record<string, string | undefined> = {
      ...(method === 'POST' && { 'content-type': type }),
      ...headers,
      'idempotency-key': `attack-${++keys}`,
      ...(auth && { authorization: token }),
      ...shot.headers,
    }
    const sent = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const response = await this.server.app.inject({
      method: (shot.method ?? method) as 'GET',
      url: shot.url ?? `/api/${call}`,
      headers: sent,
      ...(shot.body !== undefined && { payload: shot.body }),
    })
    this.forget()
    const answer = read(response.statusCode, response.body)
    this.codes.set(String(answer.code), (this.codes.get(String(answer.code)) ?? 0) + 1)
    return answer
  }

  /** Reports answers that are invalid for any request. */
  judge(where: string, call: CallId, { status, type, code }: Answer): void {
    const known = [
      ...contract[call].errors,
      'sessionExpired',
      'parameterError',
      'missingParameter',
      'userLocked',
      'idempotencyKeyInvalid',
      'idempotencyKeyReused',
      'notFound',
      'illegalRequest',
    ] as string[]
    if (status >= 500 || code === 'serverError') this.fault(where, `the server failed with ${status}`)
    // Outside /api/ there are no envelopes.
    else if (type === 'ok' || (status === 404 && code === '')) return
    else if (!ERROR_CODES.has(String(code)) || !known.includes(String(code)))
      this.fault(where, `answers ${status} ${String(code)}, which is no clear refusal`)
  }

  /** Sends a request that must be refused and must change nothing. */
  async refused(where: string, ready: PreparedRequest, shot: Shot): Promise<void> {
    const before = this.seen ?? (await this.state())
    const answer = await this.shoot(ready, shot)
    this.judge(where, ready.call, answer)
    if (answer.type === 'ok') this.fault(where, 'is taken')
    const after = await this.state()
    if (after !== before) this.fault(where, 'has changed something')
    this.seen = after
  }

  private readonly state = async (): Promise<string> => (await this.db.counts()) + (await this.db.moneyChanges())
  /** Discards the recorded state after a request that may change it. */
  forget(): void {
    this.shots += 1
    this.seen = null
  }

  readonly money = async (): Promise<string> => await this.db.moneyChanges()

  /** Checks that the request prepared before all the shots still succeeds. */
  async alive(ready: PreparedRequest): Promise<void> {
    await this.server.context.db.deleteFrom('attempts').execute()
    this.seen = null
    const reply = await sendReady(this.server, ready)
    if (reply.type !== 'ok')
      this.fault(ready.call, `the right request is refused afterwards with ${String(reply.code)}`)
  }
}

function read(status: number, body: string): Answer {
  try {
    const { type, code } = JSON.parse(body) as { type: string; code: string | number }
    return { status, type, code }
  } catch {
    return { status, type: 'none', code: '' }
  }
}

/** The payload as JSON, one field of it replaced by a raw text. */
export function jsonWith(payload: Readonly<Record<string, unknown>>, field: string, json: string): string {
  const rest = JSON.stringify({ lang: 'en', ...payload, [field]: undefined })
  return `${rest.slice(0, -1)},${JSON.stringify(field)}:${json}}`
}

/** Returns the fields of a query or a form, with the language first. Null and undefined are left out; other values become JSON. */
export function pairs(payload: Readonly<Record<string, unknown>>): [string, string][] {
  const given = Object.entries(payload).filter(([, value]) => value !== undefined && value !== null)
  return [
    ['lang', 'en'],
    ...given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
}

/** The same for a query or a form, with one field added or replaced. */
export const textWith = (payload: Readonly<Record<string, unknown>>, field: string, value: string): string =>
  new URLSearchParams([...pairs({ ...payload, [field]: undefined }), [field, value]]).toString()
