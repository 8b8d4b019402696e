import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operatorContract, type OperatorCallFacts } from '../../../generated/operatorApi/contract.ts'
import type { OperatorCallId } from '../../../generated/operatorApi/calls.ts'
import { data as dataValidators, payload as payloadValidators } from '../../../generated/operatorApi/validators.js'
import { readFields } from '../../kit/api/decode.ts'
import { executeOnce } from '../../kit/api/idempotency.ts'
import { MalformedBodyError } from '../../kit/api/json.ts'
import type { ServerContext } from '../../context.ts'
import { Refusal } from '../../kit/errors.ts'
import { logCall } from './audit.ts'
import { checkOperatorKey, checkPermission, checkSessionAgain, sessionFor } from './authorize.ts'
import type { Change, OperatorRequest, SignedInRequest, WriteRequest } from './handler.ts'
import { operatorHandlers } from './handlers/index.ts'
import { isOperatorErrorCode, OperatorRefusal, refusalReply, refuseOperator } from './refusal.ts'

/** Settings are the longest body. */
const BODY_BYTES = 256 * 1024

type AnyHandler = (payload: unknown, request: OperatorRequest) => unknown
type AnyWriteHandler = (payload: unknown, request: WriteRequest) => Promise<{ data: unknown; change: Change }>

/** One route for each call of the operators' contract. `key`: the operator key of the server. */
export function addOperatorCalls(app: FastifyInstance, context: ServerContext, key: string): void {
  for (const call of Object.keys(operatorContract) as OperatorCallId[])
    app.route({
      method: operatorContract[call].method,
      url: `/operator/api/${call}`,
      exposeHeadRoute: false,
      bodyLimit: BODY_BYTES,
      handler: (request, reply) => answer(context, key, call, request, reply),
      errorHandler: (error, request, reply) => {
        const status = (error as { statusCode?: number }).statusCode ?? 500
        const isClients = error instanceof MalformedBodyError || status < 500
        if (!isClients) request.log.error(error)
        return send(reply, refuseOperator(isClients ? 'illegalRequest' : 'serverError'))
      },
    })
}

function send(reply: FastifyReply, refusal: OperatorRefusal): FastifyReply {
  const { status, body } = refusalReply(refusal)
  void reply.header('Cache-Control', 'no-store')
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer')
  if (refusal.code === 'tooManyRequests') void reply.header('Retry-After', String(refusal.params.seconds))
  return reply.code(status).send(body)
}

/** A refusal of a shared module that the operators' contract has too; null for any other error. */
function asOperatorRefusal(error: unknown): OperatorRefusal | null {
  if (error instanceof OperatorRefusal) return error
  return error instanceof Refusal && isOperatorErrorCode(error.code)
    ? new OperatorRefusal(error.code, error.params)
    : null
}

async function answer(
  context: ServerContext,
  key: string,
  call: OperatorCallId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = operatorContract[call]
  void reply.header('Cache-Control', 'no-store')
  const made: { request: OperatorRequest | null } = { request: null }
  try {
    const data = await execute({ context, key, call, facts }, request, made)
    request.result = 'ok'
    return reply.send(data)
  } catch (error) {
    const refusal = asOperatorRefusal(error)
    if (!refusal) throw error
    request.result = refusal.code
    if (made.request?.operator) await logRefusal(made.request, facts, refusal)
    if (context.options.checkReplies && !facts.errors.includes(refusal.code)) {
      request.log.error(`${call} refused with ${refusal.code}, which its contract does not list`)
      return send(reply, refuseOperator('serverError'))
    }
    return send(reply, refusal)
  }
}

/** Refused changes and denied permissions are part of the audit log. */
async function logRefusal(
  request: OperatorRequest,
  facts: OperatorCallFacts,
  { code }: OperatorRefusal,
): Promise<void> {
  if (facts.effect === 'read' && code !== 'permissionDenied') return
  await logCall(request.context.db, request, code)
}

interface Route {
  context: ServerContext
  key: string
  call: OperatorCallId
  facts: OperatorCallFacts
}

/** `made.request` is set as soon as the operator is known. */
async function execute(
  { context, key, call, facts }: Route,
  request: FastifyRequest,
  made: { request: OperatorRequest | null },
): Promise<unknown> {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ', 2)
  const token = scheme.toLowerCase() === 'bearer' ? given : ''
  const { ip } = request
  const base = { context, call, ip, token, operator: null, expires: 0, payload: {} }
  if (facts.session === 'key') await checkOperatorKey(context, key, token, ip)
  else if (facts.session !== 'none') {
    const { operator, expires } = await sessionFor(context, call, token)
    request.userId = `operator ${operator.id}`
    made.request = { ...base, operator, expires }
    checkPermission(call, operator)
  }
  const payload = await readPayload(call, facts, request)
  const complete: OperatorRequest = { ...(made.request ?? base), payload }
  if (made.request) made.request = complete
  const data =
    facts.effect === 'write'
      ? await executeWrite(complete as SignedInRequest, keyOf(request))
      : await (operatorHandlers[call] as AnyHandler)(payload, complete)
  if (facts.personal) await logCall(context.db, complete, 'ok')
  if (context.options.checkReplies) checkReply(call, data)
  return data
}

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const header = headers['idempotency-key']
  return typeof header === 'string' ? header : undefined
}

/** The change, its row in the audit log, its key and its reply are committed in one transaction. */
async function executeWrite(request: SignedInRequest, key: string | undefined): Promise<unknown> {
  const { context, call, payload, operator } = request
  return await executeOnce(context, { call, userId: `operator ${operator.id}`, key, payload }, async (inside) => {
    const current = await checkSessionAgain(inside, request)
    const handler = operatorHandlers[call] as AnyWriteHandler
    const trx = inside.db
    const { data, change } = await handler(payload, { ...request, context: inside, operator: current, trx })
    await logCall(trx, request, 'ok', change)
    return data
  })
}

async function readPayload(
  call: OperatorCallId,
  facts: OperatorCallFacts,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  if (request.body instanceof URLSearchParams) throw refuseOperator('illegalRequest')
  const fields = await readFields(request, { ...facts, structured: [], files: [] })
  const validate = payloadValidators[call]
  if (validate(fields)) return fields
  const [error] = validate.errors ?? []
  if (error?.keyword === 'required')
    throw refuseOperator('missingParameter', { name: String(error.params.missingProperty) })
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const extra = error?.keyword === 'additionalProperties' ? String(error.params.additionalProperty).slice(0, 64) : ''
  throw refuseOperator('parameterError', { field: [path, extra].filter((part) => part !== '').join('.') || null })
}

function checkReply(call: OperatorCallId, data: unknown): void {
  const validate = dataValidators[call]
  if (validate(JSON.parse(JSON.stringify(data)))) return
  const error = validate.errors?.[0]
  throw new Error(
    `${call} answered what its contract does not say: ${error?.instancePath ?? ''} ${error?.keyword ?? ''}`,
  )
}
