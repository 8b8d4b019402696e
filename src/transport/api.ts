import { MESSAGE_MS, REQUEST_TIMEOUT_MS } from '../core/constants.ts'
import type { CallDef, Shape } from '../core/program.ts'
import type { CallFailure, CallResult, Payload } from '../core/result.ts'
import { conforms, firstProblem } from '../core/validate.ts'
import { createKeys, type KeyStore, type Lost, type Try } from './idempotency.ts'
import { createLost, type LostPorts } from './lost.ts'
import { BadReply, discard, readBody, readEnvelope, type Envelope } from './reply.ts'
import { buildRequest } from './request.ts'
import { sendUntilAnswered } from './resend.ts'

const REPLY_LIMIT_BYTES = 8 * 1024 * 1024
const CALL_ID = /^\w+(\/\w+)*$/

/** What to show: the text `error.<code>` with `params`, or `message` as it is when the language has no such text. */
export interface Notice {
  code: string
  message: string
  params: Record<string, unknown>
  ms: number
}

export interface ApiPorts {
  /** Prefix of every call's address, "/api/" by default. */
  base?: string
  fetch?: typeof fetch
  lang(): string
  token(): string | null
  /** Covers sending, waiting and reading the body. */
  timeoutMs?: number
  /** Whether a reply's data is what the contract says. */
  validate?: (shape: Shape, value: unknown) => boolean
  onToast(notice: Notice): void
  /** The server no longer knows the session: clear login state and token, relaunch to login. Once per session. */
  onSessionEnd(): void | Promise<void>
  busy: { begin(): void; end(): void }
  /** Keeps idempotency keys of money calls over a reload. */
  storage: KeyStore
  /** Whose keys these are; null for a visitor's. */
  user?: () => string | null
  /** Names this tab over a reload. */
  tab?: string
  /** Milliseconds to wait before a money call that was not answered is sent again, with its key; by default it is not. */
  resendAfter?: readonly number[]
  /** How to learn what became of money calls whose answer was lost; without it a retry with the same key is all there is. */
  lost?: LostPorts
}

export interface CallOptions {
  /** Chosen by the caller; else a money call gets one here. */
  idempotencyKey?: string
  /** No toast for a refusal or a 404: the caller shows it in its own place. The end of the session is always told. */
  silent?: boolean
  /** No loading indicator: a background refresh. */
  background?: boolean
  signal?: AbortSignal
}

export interface Api {
  /** Adds calls; screens bring the definitions of what they use. */
  define(defs: Record<string, CallDef>): void
  /** Always settles, within the time-out; never rejects. */
  call(call: string, payload?: Payload, options?: CallOptions): Promise<CallResult>
  /**
   * Finds out about money calls whose answer was lost before this page began, or, with `all`, at all. In how many milliseconds
   * there may be more of them; null for never.
   */
  findLost(all?: boolean): Promise<number | null>
}

export function createApi(ports: ApiPorts): Api {
  const { base = '/api/', timeoutMs = REQUEST_TIMEOUT_MS, validate = conforms, resendAfter = [] } = ports
  const send = ports.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const defs = new Map<string, CallDef>()
  const keys = createKeys(ports.storage, { timeoutMs, ...(ports.user && { user: ports.user }), ...(ports.tab !== undefined && { tab: ports.tab }) })
  const lost = ports.lost ? createLost(keys, ports.lost) : null

  // Calls sent before the session ended carry an older number: their 999 is about what is already over.
  let epoch = 0
  let endedToken: string | null = null

  function endSession(sent: { epoch: number; token: string | null }, { code, message, params }: CallFailure): void {
    if (sent.epoch !== epoch || sent.token !== ports.token() || (sent.token !== null && sent.token === endedToken)) return
    epoch += 1
    endedToken = sent.token
    safely(() => ports.onToast({ code, message, params, ms: MESSAGE_MS }))
    safely(() => ports.onSessionEnd())
  }

  function judge(def: CallDef, reply: Envelope): CallResult {
    const { type, code, message, params, data } = reply
    if (type === 'ok' || code === '1') {
      if (validate(def.data, data)) return { ok: true, data, code, message, params }
      const problem = firstProblem(def.data, data)
      return failure('invalid', 'replyNotContract', `data.${problem?.path ?? ''}: ${problem?.keyword ?? ''} ${JSON.stringify(problem?.limit)}`)
    }
    return { ok: false, kind: type === '999' ? 'session' : 'refused', code, message, params }
  }

  /** Before money moves again it is known what became of the last: a reader who was not told may be doing it a second time in another way. */
  async function knowLost(call: string, payload: Payload): Promise<CallResult | null> {
    if (!lost || keys.isRetry(call, payload) || keys.lost().length === 0) return null
    const found = await lost.find()
    if ('failure' in found) return { ok: false, ...found.failure }
    return found.done > 0 ? failure('refused', 'earlierDone', 'An earlier request was carried out after all.') : null
  }

  /** Only the answer to the only try is definite: an earlier one may still be on its way, unless the money has moved. */
  function endTry(one: Try, result: CallResult): void {
    const answered = result.ok || result.kind === 'refused' || result.kind === 'session'
    const definite = answered && (result.ok || one.first || !lost)
    one.end(definite)
    if (!result.ok && result.kind === 'refused' && !definite) void lost?.find((other: Lost) => other.key !== one.key)
  }

  async function attempt(call: string, def: CallDef, payload: Payload, token: string | null, idempotencyKey: string | undefined, signal: AbortSignal): Promise<CallResult> {
    const request = buildRequest(call, def, payload, { base, lang: ports.lang(), token, idempotencyKey })
    const response = await orAborted(signal, send(request.url, { ...request.init, signal }))
    if (!response.ok) {
      discard(response.body)
      const message = response.status === 404 ? '404 Not Found' : `HTTP ${response.status}`
      return { ok: false, kind: 'status', status: response.status, code: String(response.status), message, params: {} }
    }
    return judge(def, readEnvelope(await orAborted(signal, readBody(response, REPLY_LIMIT_BYTES))))
  }

  function react(result: CallResult, options: CallOptions, sent: { epoch: number; token: string | null }): void {
    if (result.ok) return
    if (result.kind === 'session') endSession(sent, result)
    else if (!options.silent && (result.kind === 'refused' || (result.kind === 'status' && result.status === 404))) {
      const { code, message, params } = result
      safely(() => ports.onToast({ code, message, params, ms: MESSAGE_MS }))
    }
  }

  return {
    define(more) {
      for (const [call, def] of Object.entries(more)) defs.set(call, def)
    },

    async call(call, payload = {}, options = {}) {
      const def = defs.get(call)
      if (!def || !CALL_ID.test(call)) return failure('invalid', 'callUnknown', `There is no call "${call}".`)

      const sent = { epoch, token: ports.token() }
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(failure('timeout', 'timeout', `No answer within ${timeoutMs} ms.`)), timeoutMs)
      const leave = () => abort.abort(failure('network', 'cancelled', 'The call was cancelled.'))
      if (options.signal?.aborted) leave()
      options.signal?.addEventListener('abort', leave)
      if (!options.background) safely(() => ports.busy.begin())
      const money = def.effect === 'money' && options.idempotencyKey === undefined
      try {
        const before = money ? await orAborted(abort.signal, knowLost(call, payload)).catch((error: unknown) => explain(error, abort.signal)) : null
        if (before) {
          react(before, options, sent)
          return before
        }
        const one = money ? keys.begin(call, payload) : null
        const key = one?.key ?? options.idempotencyKey
        const send = () => attempt(call, def, payload, sent.token, key, abort.signal).catch((error: unknown) => explain(error, abort.signal))
        const { result: answer, tries } = await sendUntilAnswered(send, one ? resendAfter : [], abort.signal)
        let result = answer
        // Another user may have logged in meanwhile: what the old session read is not theirs to see.
        if (result.ok && def.auth && def.effect === 'read' && sent.token !== ports.token()) result = failure('session', 'sessionChanged', 'The session changed.')
        if (one) endTry({ ...one, first: one.first && tries === 1 }, result)
        react(result, options, sent)
        return result
      } finally {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', leave)
        if (!options.background) safely(() => ports.busy.end())
      }
    },

    async findLost(all = false) {
      await lost?.find(({ here }) => here && !all)
      return lost ? keys.nextLostIn() : null
    },
  }
}

function failure(kind: CallFailure['kind'], code: string, message: string): { ok: false } & CallFailure {
  return { ok: false, kind, code, message, params: {} }
}

function explain(error: unknown, signal: AbortSignal): CallResult {
  if (signal.aborted) return signal.reason as CallResult
  if (error instanceof BadReply) return failure('invalid', error.code, error.message)
  return failure('network', 'unreachable', 'The server cannot be reached.')
}

/** Settles at the abort even when the other side of the promise never notices it. */
function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
}

/** A port that throws is a fault to be seen, but not the call's: the call still settles and the indicator still goes. */
function safely(port: () => unknown): void {
  try {
    Promise.resolve(port()).catch(report)
  } catch (error) {
    report(error)
  }
}
