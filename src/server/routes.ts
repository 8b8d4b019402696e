import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nearestLanguage } from '../engine/language/texts/languages.ts'
import { commonRefusalsOf } from '../engine/language/commonRefusals.ts'
import { contract, type CallFacts } from '../generated/contract.ts'
import type { CallId } from '../generated/calls.ts'
import type { RiskAnswers } from '../generated/entities.ts'
import { data as dataValidators } from '../generated/validators/index.js'
import type { ServerContext } from './context.ts'
import { Refusal, refuse } from './kit/errors.ts'
import { newId } from './kit/ledger/id.ts'
import { userOfToken } from './modules/identity/login/sessions.ts'
import { lockUserOfToken } from './modules/identity/userTransaction.ts'
import type { UserRow } from './modules/identity/tables.ts'
import { compressReply } from './kit/http/compression.ts'
import { createReadBudget, createReadTurns, READ_COSTS, readerOf } from './kit/http/admission/fairReads.ts'
import { asSeconds } from '../engine/language/values/time.ts'
import { checkPayload, readFields, type Fields } from './kit/api/decode.ts'
import { okEnvelope, refusalEnvelope } from './kit/api/envelope.ts'
import { exchangePayPassword, requireProof } from './modules/identity/security/payProofs.ts'
import { isRiskTested, passRiskTest, requireRiskTest } from './modules/trading/riskTest/riskTest.ts'
import { checkSelfLimit } from './modules/money/selfLimits/check.ts'
import { exchangeFactors, openStepUp } from './modules/identity/security/stepUp.ts'
import type { AnyHandler, CallRequest, Handlers } from './handler.ts'
import { executeOnce } from './kit/api/idempotency.ts'

/** One route for each call of the contract. */
export function addCalls(app: FastifyInstance, context: ServerContext, handlers: Handlers): void {
  const reads: Reads = {
    budget: createReadBudget(context.options.readBudget, () => performance.now()),
    turns: createReadTurns(),
  }
  for (const call of Object.keys(contract) as CallId[]) {
    const handler = handlers[call] as AnyHandler
    if (!isPayProofConsistent(contract[call]))
      throw new Error(
        `${call} needs the payment password: it moves money, takes payProof and may refuse with wrongPayPassword`,
      )
    const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      handleRoute({ app, context, call, handler, reads }, request, reply)
    app.route({
      method: contract[call].method,
      url: `/api/${call}`,
      exposeHeadRoute: false,
      handler: answer,
      ...(context.options.compress && !contract[call].isSecret && { onSend: compressReply }),
      // Fastify refuses a malformed type before the handler, which checks the session first.
      errorHandler: (error, request, reply) => {
        if (error.code !== MALFORMED_TYPE) throw error
        return answer(request, reply.code(200))
      },
    })
  }
}

interface Route {
  app: FastifyInstance
  context: ServerContext
  call: CallId
  handler: AnyHandler
  reads: Reads
}

interface Reads {
  budget: ReturnType<typeof createReadBudget>
  turns: ReturnType<typeof createReadTurns>
}

/** Waits for the turn of a read. Throws `tooManyRequests` if its session or address has used up the budget. */
async function admitRead({ budget, turns }: Reads, call: CallId, { ip, headers }: FastifyRequest): Promise<void> {
  const reader = readerOf(ip, headers.authorization)
  const cost = READ_COSTS[call] ?? 1
  await turns.next(reader, cost)
  if (!budget.take(reader, cost)) throw refuse('tooManyRequests', { seconds: asSeconds(1) })
}

async function handleRoute(
  { app, context: server, call, handler, reads }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const meta = contract[call]
  void reply.header('Cache-Control', 'no-store')
  const { operator } = await server.settings.current()
  const context = { ...server, operator }
  const spoken = { lang: languageOf(context, request) }
  try {
    if (meta.effect === 'read') await admitRead(reads, call, request)
    const data = await executeCall(context, call, meta, handler, request, spoken)
    request.result = 'ok'
    return reply.send(okEnvelope(data, meta.success, spoken.lang))
  } catch (error) {
    if (error instanceof UnsupportedTypeError)
      return reply.code(415).send(refusalEnvelope(refuse('illegalRequest'), spoken.lang))
    if (!(error instanceof Refusal)) throw error
    request.result = error.code
    if (context.options.checkReplies && ![...meta.errors, ...commonRefusalsOf(meta)].includes(error.code)) {
      app.log.error(`${call} refused with ${error.code}, which its contract does not list`)
      return reply.code(500).send(refusalEnvelope(refuse('serverError'), spoken.lang))
    }
    return reply.send(refusalEnvelope(error, spoken.lang))
  }
}

/** The operator's language that is nearest to the `lang` of a query or of a parsed body. */
export function languageOf({ operator }: Pick<ServerContext, 'operator'>, { query, body }: FastifyRequest): string {
  const sent: unknown = body instanceof URLSearchParams ? body.get('lang') : (body as { lang?: unknown } | null)?.lang
  return nearestLanguage(sent ?? (query as { lang?: unknown } | null)?.lang, operator.app.languages)
}

class UnsupportedTypeError extends Error {}

/** Fastify's code for a `Content-Type` that is no media type. */
const MALFORMED_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

/** JSON and forms are accepted, and a request without a body; files come in multipart forms. */
function isSupportedType({ headers }: FastifyRequest, meta: CallFacts): boolean {
  if (meta.method === 'GET') return true
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (meta.files.length > 0) return type === 'multipart/form-data'
  if (type === undefined)
    return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined
  return type === 'application/json' || type === 'application/x-www-form-urlencoded'
}

/** `spoken.lang` becomes that of a multipart body once its parts are read. */
async function executeCall(
  context: ServerContext,
  call: CallId,
  meta: CallFacts,
  handler: AnyHandler,
  request: FastifyRequest,
  spoken: { lang: string },
): Promise<unknown> {
  const token = meta.auth ? (request.headers.authorization ?? '') : ''
  // Authorization precedes validation, so that strangers learn nothing about payloads.
  const user = meta.auth ? await authorize(context, meta, token) : null
  request.userId = user?.id ?? ''
  if (!isSupportedType(request, meta)) throw new UnsupportedTypeError()
  const { lang, ...payload } = await readFields(request, meta)
  spoken.lang = nearestLanguage(lang, context.operator.app.languages)
  if (lang !== undefined && typeof lang !== 'string') throw refuse('parameterError', { field: 'lang' })
  checkPayload(call, payload, meta.forms ? await context.catalogue.forms() : {})
  const header = request.headers['idempotency-key']
  const isMoney = meta.effect === 'money'
  const exchange =
    user && ('stepUp' in payload || 'payPassword' in payload || 'riskTest' in payload)
      ? () => withProofs(context, meta, { call, user, token, payload, lang: spoken.lang })
      : undefined
  const proved = isMoney ? payload : ((await exchange?.()) ?? payload)
  const stepUp = user && !isMoney ? await openStepUp(context, meta, { call, user, token, payload: proved }) : null
  const callRequest: CallRequest = {
    user,
    lang: spoken.lang,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: originOf(context, request),
    token,
    context,
    idempotencyKey: typeof header === 'string' ? header : undefined,
    stepUp,
  }
  const data =
    isMoney && user
      ? await executeOnce(
          context,
          { call, userId: user.id, key: callRequest.idempotencyKey, payload },
          async (transactional, ready: Fields = payload) => {
            // The session, the user and the settings may have changed while the call waited for the user's lock.
            const { operator } = await context.settings.read(transactional.db)
            const current = await lockUserOfToken(transactional, token)
            await checkSelfLimit(transactional, meta, user.id, ready)
            requireRiskTest(context, meta, current, spoken.lang)
            await requireProof(transactional, meta, { call, userId: user.id, proof: ready.payProof })
            const proof = await openStepUp(transactional, meta, { call, user: current, token, payload: ready })
            await proof?.consume(transactional)
            return await handler(ready, {
              ...callRequest,
              user: current,
              context: {
                ...transactional,
                operator,
                money: { id: newId(context.clock.nowMs()), call, payload: ready },
              },
            })
          },
          exchange,
        )
      : await handler(proved, callRequest)
  if (stepUp && !stepUp.isConsumed) throw new Error(`${call} has not consumed its step-up proof`)
  if (context.options.checkReplies) checkReply(call, data)
  return data
}

/** The payload with proofs in place of the factors and the payment password that it contains; answers to the risk test are checked. */
async function withProofs(
  context: ServerContext,
  meta: CallFacts,
  { call, user, token, payload, lang }: { call: CallId; user: UserRow; token: string; payload: Fields; lang: string },
): Promise<Fields> {
  const { stepUp: _stepUp, payPassword, riskTest, ...rest } = payload
  if (riskTest && !isRiskTested(context.content, user))
    await passRiskTest({ context, user, token }, riskTest as NonNullable<RiskAnswers>, lang)
  const payProof =
    typeof payPassword === 'string' && meta.needs.includes('payPassword')
      ? await exchangePayPassword({ context, user, token }, call, payPassword)
      : undefined
  const stepUpProof = await exchangeFactors(context, meta, { call, user, token, payload })
  return { ...rest, ...(payProof !== undefined && { payProof }), ...(stepUpProof !== undefined && { stepUpProof }) }
}

/** The payment proof is checked only inside the transaction of a money call; a call with another effect may not require it. */
const isPayProofConsistent = ({ needs, effect, fields, errors }: CallFacts): boolean =>
  !needs.includes('payPassword') ||
  (effect === 'money' && fields.includes('payProof') && errors.includes('wrongPayPassword'))

function checkReply(call: CallId, data: unknown): void {
  const validate = dataValidators[call]
  const serialized = JSON.parse(JSON.stringify(data)) as unknown
  if (validate(serialized)) return
  const error = validate.errors?.[0]
  throw new Error(
    `${call} answered what its contract does not say: ${error?.instancePath ?? ''} ${error?.keyword ?? ''} ${JSON.stringify(error?.params ?? {})}`,
  )
}

async function authorize(context: ServerContext, meta: CallFacts, token: string): Promise<UserRow> {
  const user = await userOfToken(context, token, { idle: context.operator.app.idle })
  if (!user) throw refuse('sessionExpired')
  // The lock has ended the sessions: a request that had passed the session check before it changes nothing.
  if (user.locked === 1n && (meta.effect === 'write' || meta.effect === 'money')) throw refuse('userLocked')
  return user
}

const HOST = /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?$/

/** Origin from the client's Host header. The header is untrusted: use the value only in the reply to the same client. */
export function originOf({ options }: ServerContext, request: FastifyRequest): string {
  const host = request.headers.host ?? ''
  if (!HOST.test(host)) return `${request.protocol}://localhost`
  return `${request.protocol}://${options.publicPort === undefined ? host : host.replace(/:\d+$/, '') + `:${options.publicPort}`}`
}
