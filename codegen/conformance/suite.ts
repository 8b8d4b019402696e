import { commonRefusalsOf } from '../../src/engine/language/commonRefusals.ts'
import { isObject } from '../../src/engine/language/values/json.ts'
import type { CallId } from '../../src/generated/calls.ts'
import { contract } from '../../src/generated/contract.ts'
import type { ErrorCode } from '../../src/generated/errors.ts'
import { createClient, dataOf, type Reply, type Send, type SendOptions } from './client.ts'
import { inWords, MISSING_CALL, shown, type Finding } from './findings.ts'
import { checkLive, type LiveAddress } from './live.ts'
import { dataSchema, errorsAt, refusalSchema, requiredFields } from './documents.ts'
import { PAYLOADS, valueAt } from './payloads.ts'

export interface SuiteOptions {
  /** Prefix of every call: "https://api.example.com/v1/". */
  base: string
  account?: string | undefined
  password?: string | undefined
  /** Absent: the live connection is not checked. */
  live?: LiveAddress | undefined
}

export interface CallReport {
  call: string
  /** data: its data fits · refused: a refusal that it may give · findings: see there · skipped: `why` it was not sent */
  result: 'data' | 'refused' | 'findings' | 'skipped'
  why?: string
}

export interface SuiteReport {
  address: string
  findings: Finding[]
  /** Fields of replies that the contract does not have: the app ignores them. */
  notes: Finding[]
  calls: CallReport[]
  /** Checks that were made, findings or not. */
  checks: number
}

const CALLS = Object.keys(contract) as CallId[]

/** Checks a backend against the contract: envelope, sessions, refusals and the data of each reading call, and the live connection. */
export async function runSuite({ base, account, password, live }: SuiteOptions): Promise<SuiteReport> {
  const suite = new Suite(createClient(base))
  await suite.checkUnknownCall()
  const token = account === undefined || password === undefined ? undefined : await suite.logIn(account, password)
  await suite.checkSessions()
  await suite.checkMissingFields(token)
  for (const call of CALLS) await suite.checkRead(call, token)
  if (live) await suite.checkLive(live)
  return { address: base, findings: suite.findings, notes: suite.notes, calls: suite.calls, checks: suite.checks }
}

class Suite {
  readonly findings: Finding[] = []
  readonly notes: Finding[] = []
  readonly calls: CallReport[] = []
  checks = 0
  readonly #answers = new Map<CallId, Promise<unknown>>()
  /** Calls that the backend does not have: they are sent once. */
  readonly #lacking = new Set<string>()

  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async #request(
    call: string,
    check: string,
    ...rest: [Record<string, unknown>?, SendOptions?]
  ): Promise<Reply | null> {
    if (this.#lacking.has(call)) return null
    this.checks += 1
    try {
      const reply = await this.#send(call, ...rest)
      if (reply.status !== 404 || !Object.hasOwn(contract, call)) return reply
      this.#lacking.add(call)
      this.findings.push({
        call,
        check: MISSING_CALL,
        field: 'HTTP status',
        expected: '200',
        got: '404: there is no such call',
      })
      return null
    } catch (error) {
      const reason =
        error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error)
      this.findings.push({ call, check, field: '', expected: 'an answer', got: reason })
      return null
    }
  }

  #expect(ok: boolean, finding: Finding): boolean {
    if (!ok) this.findings.push(finding)
    return ok
  }

  async checkUnknownCall(): Promise<void> {
    const call = 'no/such/call'
    const reply = await this.#request(call, 'unknown call')
    if (reply)
      this.#expect(reply.status === 404, {
        call,
        check: 'unknown call',
        field: 'HTTP status',
        expected: '404',
        got: `${reply.status}`,
      })
  }

  /** The token of the account; undefined if it cannot log in. */
  async logIn(account: string, password: string): Promise<string | undefined> {
    const slide = await this.#request('captcha/slide', 'login')
    if (!slide || !this.#checkReply('captcha/slide', 'login', slide)) return undefined
    const challenge = valueAt(dataOf(slide), 'challenge')
    const reply = await this.#request('user/login', 'login', { type: 'account', account, password, slide: challenge })
    if (!reply || !this.#checkReply('user/login', 'login', reply)) return undefined
    const token = valueAt(dataOf(reply), 'token')
    if (typeof token === 'string') return token
    const got = isObject(reply.body) ? `${shown(reply.body.code)} (${String(reply.body.message)})` : shown(reply.body)
    this.findings.push({
      call: 'user/login',
      check: 'login',
      field: 'code',
      expected: 'a session for this account',
      got,
    })
    return undefined
  }

  /** Every call that needs a session answers 999 without one, and one to a token that was never issued. */
  async checkSessions(): Promise<void> {
    const check = 'without a session'
    for (const call of CALLS.filter((call) => contract[call].auth)) {
      // The encoding of a file is refused before the session is looked at.
      if (contract[call].files.length > 0) continue
      for (const token of call === 'user/info' ? [undefined, '0'.repeat(43)] : [undefined]) {
        const reply = await this.#request(call, check, {}, { token })
        if (!reply || !this.#checkStatus(call, check, reply) || !isObject(reply.body)) continue
        const { type } = reply.body
        const fits = this.#expect(type === '999' || type === 999, {
          call,
          check,
          field: 'type',
          expected: '"999": the app opens the login',
          got: shown(type),
        })
        if (fits) this.#checkEnvelope(call, check, reply.body)
      }
    }
  }

  /** A required field that is missing is refused by its name. Nothing is executed. */
  async checkMissingFields(token: string | undefined): Promise<void> {
    const check = 'without its required fields'
    for (const call of CALLS) {
      const { auth, files, errors, missing = {} } = contract[call]
      const required = requiredOf(call)
      if (required.length === 0 || files.length > 0 || (auth && token === undefined)) continue
      const key = { key: `conformance-${crypto.randomUUID()}` }
      const reply = await this.#request(call, check, {}, auth ? { token, ...key } : key)
      if (!reply || !this.#checkReply(call, check, reply) || !isObject(reply.body)) continue
      const { type, code, params } = reply.body
      const allowed = ['missingParameter', ...Object.values(missing), ...errors]
      const expected = `a refusal: missingParameter with params.name one of ${required.join(', ')}`
      if (
        !this.#expect(type === 'error' && allowed.includes(code as ErrorCode), {
          call,
          check,
          field: 'code',
          expected,
          got: shown(code),
        })
      )
        continue
      // Parameters that are no object are a finding already.
      if (code !== 'missingParameter' || !isObject(params)) continue
      const { name } = params
      this.#expect(required.includes(String(name)), { call, check, field: 'params.name', expected, got: shown(name) })
    }
  }

  async checkRead(call: CallId, token: string | undefined): Promise<void> {
    if (contract[call].effect !== 'read') return
    await this.#answer(call, token)
  }

  /** The data of a reading call, sent once; undefined if it was refused or could not be sent. */
  #answer(call: CallId, token: string | undefined): Promise<unknown> {
    let answer = this.#answers.get(call)
    if (!answer) this.#answers.set(call, (answer = this.#read(call, token)))
    return answer
  }

  async #read(call: CallId, token: string | undefined): Promise<unknown> {
    const { auth } = contract[call]
    const report = (result: CallReport['result'], why?: string) =>
      void this.calls.push({ call, result, ...(why !== undefined && { why }) })
    if (auth && token === undefined) return report('skipped', 'no session: name an --account and its --password')
    const payload: Record<string, unknown> = {}
    for (const [field, source] of Object.entries(PAYLOADS[call] ?? {})) {
      const value = typeof source === 'object' ? valueAt(await this.#answer(source.from, token), source.path) : source
      if (value === null && !requiredOf(call).includes(field)) continue
      if (value === undefined || value === null)
        return report(
          'skipped',
          `${(source as { from: string }).from} has no ${(source as { path: string }).path} to send as ${field}`,
        )
      payload[field] = value
    }
    const reply = await this.#request(call, 'data', payload, auth ? { token } : {})
    const before = this.findings.length
    if (!reply || !this.#checkReply(call, 'data', reply)) return report('findings')
    const data = dataOf(reply)
    if (data === undefined) {
      const { code, message } = reply.body as Record<string, unknown>
      return report('refused', `${String(code)}: ${String(message)}`)
    }
    report(this.findings.length > before ? 'findings' : 'data')
    return data
  }

  async checkLive(address: LiveAddress): Promise<void> {
    const market = await this.#answer('currency/quotation_new', undefined)
    const rows = isObject(market) && Array.isArray(market.rows) ? (market.rows as { symbol: string }[]) : []
    const symbols = rows.map(({ symbol }) => symbol)
    const { checks, findings } = await checkLive(address, symbols.slice(0, 20))
    this.checks += checks
    this.findings.push(...findings)
  }

  #checkStatus(call: string, check: string, { status, body, text }: Reply): boolean {
    const expected = '200: an answer and a refusal alike; the app takes any other for a fault of the server'
    if (!this.#expect(status === 200, { call, check, field: 'HTTP status', expected, got: `${status}` })) return false
    return this.#expect(isObject(body), {
      call,
      check,
      field: '',
      expected: 'an object {type, code, message, params, data} as JSON',
      got: body === undefined ? shown(text) : shown(body),
    })
  }

  /** Whether the reply can be read; what does not fit in it is reported. */
  #checkReply(call: CallId, check: string, reply: Reply): boolean {
    if (!this.#checkStatus(call, check, reply)) return false
    const envelope = reply.body as Record<string, unknown>
    return this.#checkEnvelope(call, check, envelope)
  }

  #checkEnvelope(call: CallId, check: string, envelope: Record<string, unknown>): boolean {
    const { type, code, data } = envelope
    const { errors, success, method } = contract[call]
    if (type === 'ok') {
      const expected = success === undefined ? '1' : `"${success}"`
      this.#expect(code === (success ?? 1), { call, check, field: 'code', expected, got: shown(code) })
      return this.#collect(call, check, 'data', errorsAt(dataSchema(call, method), data))
    }
    if (type !== 'error' && type !== '999' && type !== 999) {
      this.findings.push({ call, check, field: 'type', expected: 'one of "ok", "error", "999"', got: shown(type) })
      return false
    }
    const known = [...errors, ...commonRefusalsOf(contract[call])]
    const isKnown = this.#expect(typeof code === 'string' && known.includes(code), {
      call,
      check,
      field: 'code',
      expected: `a code of the call: ${known.join(', ')}`,
      got: shown(code),
    })
    return isKnown && this.#collect(call, check, '', errorsAt(refusalSchema(String(code)), envelope))
  }

  /** Fields that the contract does not have are notes. Returns true: the reply can be read all the same. */
  #collect(call: string, check: string, base: string, errors: ReturnType<typeof errorsAt>): boolean {
    for (const error of errors) {
      const finding = inWords(call, check, base, error)
      const field = finding.field.replace(/^\./, '')
      ;(error.keyword === 'additionalProperties' ? this.notes : this.findings).push({ ...finding, field })
    }
    return true
  }
}

const requiredOf = (call: CallId): readonly string[] => requiredFields(call, contract[call].method)
