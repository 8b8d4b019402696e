import { MESSAGE_MS, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../language/constants.ts'
import type { CallDef } from '../language/expressions/program.ts'
import type { CallFailure, CallResult, Payload } from '../language/result.ts'
import { traitsOf } from '../language/resultClass.ts'
import type { ErrorPath, Validate } from '../../generated/validators/validate.ts'
import { withAbort } from './withAbort.ts'
import type { PaymentClient, PaymentPorts } from './payments/paymentClient.ts'
import { ProtocolError, checkData, cancelBody, failure, readBody, readEnvelope, type Envelope } from './reply.ts'
import { hasPending, KEY_PREFIX } from './payments/keyStore.ts'
import { buildRequest, carriesFile } from './request.ts'
import { report } from '../language/report.ts'

const REPLY_LIMIT_BYTES = 8 * 1024 * 1024
/** Interval of the next search for lost calls when the payment client could not be loaded. */
const RESOLVE_AGAIN_MS = 5_000
const CALL_ID = /^\w+(\/\w+)*$/

/** The message to show: the text `error.<code>` with `params`, or `message` unchanged when the language has no such text. */
export interface ToastMessage {
  code: string
  message: string
  params: Record<string, unknown>
  ms: number
  /** The message is about a payment. */
  payment?: true
}

export interface ApiPorts extends Omit<PaymentPorts, 'timeoutMs'> {
  /** Prefix of every call's address, "/api/" by default. */
  base?: string
  fetch?: typeof fetch
  lang(): string
  token(): string | null
  /** Covers sending, waiting and reading the body. */
  timeoutMs?: number
  /** The same for a call that carries a file. */
  uploadTimeoutMs?: number
  onToast(notice: ToastMessage): void
  /** The server no longer recognises the session: clear login state and token, relaunch to login. Once per session. */
  onSessionEnd(): void | Promise<void>
  busy: { begin(): void; end(): void }
  /** False when the device reports no network. */
  online?: () => boolean
}

export interface CallOptions {
  /** The caller's key; else a money call gets one here. */
  idempotencyKey?: string
  /** No toast for a refusal or a 404: the caller shows it itself. The end of the session is always shown. */
  silent?: boolean
  /** No toast for a refusal that this returns true for: the sender of the event shows it. */
  claims?: ((failure: CallFailure) => boolean) | undefined
  /** No loading indicator: a background refresh. */
  background?: boolean
  signal?: AbortSignal
  /** Validates the data of the reply; by default the shape of the call's definition does. For code compiled with its own types. */
  accepts?: Validate<unknown, ErrorPath>
}

export interface Api {
  /** Adds calls; screens contain the definitions of those they use. */
  define(defs: Record<string, CallDef>): void
  /** The definition of a call that `define` has added. */
  definition(call: string): CallDef | undefined
  /** Always settles, within the timeout; never rejects. */
  call(call: string, payload?: Payload, options?: CallOptions): Promise<CallResult>
  /**
   * Reconciles money calls whose reply was lost before this page was loaded, or, with `all`, any. Resolves to the
   * milliseconds until there may be more of them; null for never.
   */
  resolveUnanswered(all?: boolean): Promise<number | null>
  /** Another page has removed this name from `storage`. */
  forgetRemoved(name: string): void
}

/** Creates the client of the calls. A call that `define` has not added fails as `invalid`, without a request. */
export function createApi(ports: ApiPorts): Api {
  const { base = '/api/', timeoutMs = REQUEST_TIMEOUT_MS, uploadTimeoutMs = UPLOAD_TIMEOUT_MS } = ports
  const send = ports.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const defs = new Map<string, CallDef>()
  let paymentClient: Promise<PaymentClient> | null = null
  const loadPaymentClient = (): Promise<PaymentClient> =>
    (paymentClient ??= import('./payments/paymentClient.ts').then(
      ({ createPaymentClient }) => createPaymentClient({ ...ports, timeoutMs }),
      (error: unknown) => {
        paymentClient = null
        throw error
      },
    ))

  // Calls sent before the session ended have an older number: their 999 concerns an ended session.
  let sessionCount = 0
  let endedToken: string | null = null

  function endSession(
    sent: { sessionCount: number; token: string | null },
    { code, message, params }: CallFailure,
  ): void {
    if (
      sent.sessionCount !== sessionCount ||
      sent.token !== ports.token() ||
      (sent.token !== null && sent.token === endedToken)
    )
      return
    sessionCount += 1
    endedToken = sent.token
    callPort(() => ports.onToast({ code, message, params, ms: MESSAGE_MS }))
    callPort(() => ports.onSessionEnd())
  }

  function toResult(def: CallDef, reply: Envelope, accepts: CallOptions['accepts']): CallResult {
    const { type, code, message, params, data } = reply
    if (type === 'ok' || code === '1') {
      const problem = checkData(accepts ?? def.data, data)
      return problem === null
        ? { ok: true, data, code, message, params }
        : failure('invalid', 'replyNotContract', problem)
    }
    return { ok: false, kind: type === '999' ? 'session' : 'refused', code, message, params }
  }

  /** Money is not sent while offline. No key is stored either, so there is nothing to reconcile. */
  function offline({ effect }: CallDef): CallResult | null {
    return effect === 'money' && ports.online?.() === false
      ? failure('refused', 'offline', 'There is no network: nothing was sent.')
      : null
  }

  /** Nothing has been sent, and no key is stored. */
  const notSent = (): CallResult => failure('refused', 'unreachable', 'Nothing was sent.')

  async function attempt(
    call: string,
    def: CallDef,
    payload: Payload,
    token: string | null,
    idempotencyKey: string | undefined,
    signal: AbortSignal,
    accepts: CallOptions['accepts'],
  ): Promise<CallResult> {
    const request = buildRequest(call, def, payload, { base, lang: ports.lang(), token, idempotencyKey })
    const response = await withAbort(signal, send(request.url, { ...request.init, signal }))
    if (!response.ok) {
      cancelBody(response.body)
      const message = response.status === 404 ? '404 Not Found' : `HTTP ${response.status}`
      return { ok: false, kind: 'status', status: response.status, code: String(response.status), message, params: {} }
    }
    return toResult(def, readEnvelope(await withAbort(signal, readBody(response, REPLY_LIMIT_BYTES))), accepts)
  }

  function notify(
    result: CallResult,
    options: CallOptions,
    sent: { sessionCount: number; token: string | null },
  ): void {
    if (result.ok) return
    const { shownBy } = traitsOf(result)
    if (shownBy === 'session') endSession(sent, result)
    else if (shownBy === 'client' && !options.silent && !options.claims?.(result)) {
      const { code, message, params, payment } = result
      callPort(() => ports.onToast({ code, message, params, ms: MESSAGE_MS, ...(payment && { payment }) }))
    }
  }

  return {
    definition: (call) => defs.get(call),

    define(more) {
      for (const [call, def] of Object.entries(more)) defs.set(call, def)
    },

    async call(call, payload = {}, options = {}) {
      const def = defs.get(call)
      if (!def || !CALL_ID.test(call)) return failure('invalid', 'callUnknown', `There is no call "${call}".`)

      const at = Date.now()
      const sent = { sessionCount, token: ports.token() }
      const abort = new AbortController()
      const limit = carriesFile(payload) ? uploadTimeoutMs : timeoutMs
      const timer = setTimeout(() => abort.abort(failure('timeout', 'timeout', `No answer within ${limit} ms.`)), limit)
      const cancel = () => abort.abort(failure('network', 'cancelled', 'The call was cancelled.'))
      if (options.signal?.aborted) cancel()
      options.signal?.addEventListener('abort', cancel)
      if (!options.background) callPort(() => ports.busy.begin())
      const keyed = def.effect === 'money' && options.idempotencyKey === undefined
      const failureOf = (error: unknown) => errorToResult(error, abort.signal)
      const sendWith = (key: string | undefined) =>
        attempt(call, def, payload, sent.token, key, abort.signal, options.accepts).catch(failureOf)
      const finish = (reply: CallResult): CallResult => {
        // Another user may have logged in meanwhile and must not see the old session's data.
        let result = reply
        if (reply.ok && def.auth && def.effect === 'read' && sent.token !== ports.token())
          result = failure('session', 'sessionChanged', 'The session changed.')
        else if (!reply.ok && def.effect === 'money') result = { ...reply, payment: true }
        const [file, ...others] = Object.values(payload)
        if (!result.ok && result.kind === 'refused' && file instanceof Blob && others.length === 0)
          result = { ...result, file }
        notify(result, options, sent)
        return result
      }
      try {
        const refused = offline(def)
        if (refused) return finish(refused)
        if (!keyed) return finish(await sendWith(options.idempotencyKey))
        const client = await withAbort(abort.signal, loadPaymentClient()).catch(() => null)
        if (!client) return finish(abort.signal.aborted ? failureOf(null) : notSent())
        return finish(await client.submit(call, payload, sendWith, { at, signal: abort.signal }).catch(() => notSent()))
      } finally {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', cancel)
        if (!options.background) callPort(() => ports.busy.end())
      }
    },

    async resolveUnanswered(all = false) {
      // No call has been left open on this device.
      if (!paymentClient && !hasPending(ports.storage)) return null
      const client = await loadPaymentClient().catch(() => null)
      return client ? client.resolveUnanswered(all) : RESOLVE_AGAIN_MS
    },

    forgetRemoved(name) {
      if (name.startsWith(KEY_PREFIX))
        paymentClient
          ?.then((client) => client.forgetRemoved(name))
          .catch((error: unknown) => report(error, 'forget a payment'))
    },
  }
}

function errorToResult(error: unknown, signal: AbortSignal): CallResult {
  if (signal.aborted) return signal.reason as CallResult
  if (error instanceof ProtocolError) return failure('invalid', error.code, error.message)
  return failure('network', 'unreachable', 'The server cannot be reached.')
}

function reportGlobally(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
}

/** An error in a port is reported, but does not fail the call: it still settles and the indicator is removed. */
function callPort(port: () => unknown): void {
  try {
    Promise.resolve(port()).catch(reportGlobally)
  } catch (error) {
    reportGlobally(error)
  }
}
