import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { refusalEnvelope } from './api/envelope.ts'
import { MalformedBodyError, parseJson } from './api/json.ts'
import { registerFunctions } from '../core/functions.ts'
import { implementations } from '../product/functions/index.ts'
import { addCalls } from './api/routes.ts'
import { readBuilt } from './publishing/revision.ts'
import { addOperator } from './publishing/operator.ts'
import { addCatalogue } from './publishing/serve.ts'
import { createStore, seedBuiltCatalogue } from './publishing/store.ts'
import { handlers } from './calls.ts'
import { createClock, type Clock } from './clock.ts'
import { DEFAULT_CONFIG, type OperatorConfig } from './config.ts'
import { createContent } from './content/content.ts'
import type { ServerContext, ServerOptions } from './context.ts'
import { openDatabase } from './storage/openDatabase.ts'
import { isConnectionError } from './storage/connectionErrors.ts'
import { refuse } from './errors.ts'
import { readOffset, addOffset, createClockOffset } from './http/clockOffset.ts'
import { headersOf, setSecurityHeaders } from './http/headers.ts'
import { LIMITS, UPLOAD_BYTES } from './http/limits.ts'
import { addPc } from './http/pc.ts'
import { limitPerAddress } from './http/perAddress.ts'
import { addSandbox } from './http/sandbox.ts'
import { addStatic } from './http/static.ts'
import { publishedAt, seedUsers } from './identity/seed.ts'
import { createSliderCaptcha } from './identity/sliderCaptcha.ts'
import { startJobs } from './jobs.ts'
import { createLedger } from './ledger/index.ts'
import { attachLive } from './live.ts'
import { connectRedisBus } from './live/redisBus.ts'
import { createMarket } from './market/index.ts'

export interface CreateOptions extends Partial<ServerOptions> {
  clock?: Clock
  operator?: OperatorConfig
  /** Level of the log on stdout; absent: silent. */
  log?: 'info' | 'warn' | 'error'
  /** Ticks per second for each symbol, overriding its pace; 0 stops the market. */
  tickRate?: number
  /** URL of the Redis server through which several processes broadcast prices to all connections. */
  redis?: string
  /** Believe X-Forwarded-* headers: only behind a proxy that sets them. */
  trustProxy?: boolean
}

export interface Server {
  app: FastifyInstance
  context: ServerContext
  close(): Promise<void>
}

// Form rules are the client's own and may call any of its functions.
registerFunctions(implementations)

/** Creates a server that does not listen yet: call `app.listen`, or `app.inject` in tests. */
export async function createServer(given: CreateOptions = {}): Promise<Server> {
  const { clock = createClock(), operator = DEFAULT_CONFIG, log, tickRate, trustProxy = false } = given
  const options: ServerOptions = {
    database: given.database ?? ':memory:',
    sandbox: given.sandbox ?? false,
    checkReplies: given.checkReplies ?? true,
    passwordCost: given.passwordCost ?? 2 ** 14,
    ...(given.dist !== undefined && { dist: given.dist }),
    ...(given.publicPort !== undefined && { publicPort: given.publicPort }),
    ...(given.hosts && { hosts: given.hosts }),
    ...(given.operatorKey !== undefined && { operatorKey: given.operatorKey }),
  }
  const database = await openDatabase(options.database)
  const { db } = database
  const clockOffset = await createClockOffset({ db, clock })
  const context: ServerContext = {
    db,
    clock,
    operator,
    options,
    ledger: createLedger(db, clock),
    market: createMarket({ clock, seed: operator.server.seed, ...(tickRate !== undefined && { tickRate }) }),
    content: createContent(await publishedAt({ db, clock })),
    catalogue: createStore(db, clock),
    captcha: createSliderCaptcha(db),
  }
  await seedUsers(context)
  const built = readBuilt(options.dist)
  if (built) await seedBuiltCatalogue(db, context.catalogue, built)

  const headers = headersOf(operator.app)
  const app = Fastify({
    logger: log ? { level: log } : false,
    trustProxy,
    bodyLimit: LIMITS.bodyLimit,
    requestTimeout: LIMITS.requestTimeout,
    connectionTimeout: LIMITS.connectionTimeout,
    keepAliveTimeout: LIMITS.keepAliveTimeout,
    routerOptions: { maxParamLength: LIMITS.maxParamLength },
    http: { headersTimeout: LIMITS.headersTimeout, maxHeaderSize: LIMITS.maxHeaderSize },
    forceCloseConnections: true,
    clientErrorHandler: (_, socket) => refuseSocket(socket, headers),
    // Errors before any hook has run.
    frameworkErrors: (_, request, reply) => {
      const bare = reply as FastifyReply
      setSecurityHeaders(headers, request, bare)
      void bare.code(400).send(refusalEnvelope(refuse('illegalRequest')))
    },
  })
  app.server.maxConnections = LIMITS.maxConnections
  if (!trustProxy) limitPerAddress(app.server, LIMITS.connectionsPerAddress)
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(headers, request, reply)
    done()
  })
  registerBodyParsers(app)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fields: 4,
      parts: 5,
      fileSize: UPLOAD_BYTES,
      fieldSize: 1024,
      fieldNameSize: 64,
      headerPairs: 16,
    },
  })
  handleErrors(app, options)
  const stopFollowing = options.sandbox && database.shared ? clockOffset.follow(app, context) : null
  addCalls(app, context, handlers)
  addPc(app, context)
  addCatalogue(app, context)
  if (options.operatorKey !== undefined) addOperator(app, context, options.operatorKey)
  await addStatic(app, context)
  if (options.sandbox) {
    addSandbox(app, context, clockOffset, async () => {
      const offset = await readOffset(context)
      await database.reset()
      // The clock is monotonic, so the offset survives a reset.
      await addOffset(context, offset)
      context.content = createContent(await publishedAt(context))
      await seedUsers(context)
    })
  }
  const leadership = await database.campaign()
  const redisBus = given.redis === undefined ? null : connectRedisBus(given.redis)
  const live = attachLive(
    app.server,
    context,
    {},
    redisBus ? { ...redisBus, isLeader: leadership.isLeader } : undefined,
  )
  context.market.start()
  const stopJobs = await startJobs(context, leadership)

  return {
    app,
    context,
    async close() {
      context.market.stop()
      stopFollowing?.()
      await stopJobs()
      await live.close()
      await app.close()
      await redisBus?.close()
      await leadership.close()
      await database.close()
    },
  }
}

function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

function handleErrors(app: FastifyInstance, options: ServerOptions): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return reply.code(404).send(refusalEnvelope(refuse('notFound')))
    return reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found')
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // A connection error with a status code is the client's, otherwise the database's.
    const status =
      error instanceof MalformedBodyError ? 400 : (error.statusCode ?? (isConnectionError(error) ? 503 : 500))
    if (status < 500) return reply.code(status).send(refusalEnvelope(refuse('illegalRequest')))
    request.log.error(error)
    const envelope = refusalEnvelope(refuse('serverError'))
    // The error message is sent in development only.
    return reply
      .code(status === 503 ? 503 : 500)
      .send(options.checkReplies ? { ...envelope, message: error.message } : envelope)
  })
}

/** Closes an unused connection without a reply: a browser would take it for the reply to its first request. */
function refuseSocket(
  socket: { writable: boolean; bytesRead: number; end(text: string): unknown; destroy(): unknown },
  headers: Record<string, string>,
): void {
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n${lines.join('')}\r\n`)
}
