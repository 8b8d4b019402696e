import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { refusalEnvelope } from './kit/api/envelope.ts'
import { MalformedBodyError, parseJson } from './kit/api/json.ts'
import { registerFunctions } from '../engine/language/expressions/functions.ts'
import { implementations } from '../product/functions/index.ts'
import { addCalls, languageOf } from './routes.ts'
import { readBuilt } from './kit/publishing/revision.ts'
import { addOperatorCalls } from './modules/operators/routes.ts'
import { addOperator } from './kit/publishing/operator.ts'
import { addCatalogue } from './kit/publishing/serve.ts'
import { createStore, seedBuiltCatalogue } from './kit/publishing/store.ts'
import { restingOrdersOf } from './modules/trading/book/restingOrders.ts'
import { handlers } from './calls.ts'
import { createClock, type Clock } from './kit/clock.ts'
import { DEFAULT_CONFIG, type OperatorConfig } from './config.ts'
import { createContent } from './modules/content/content.ts'
import type { ServerContext, ServerOptions } from './context.ts'
import { newDataKey, type DataKeys } from './kit/storage/encryption/dataKeys.ts'
import { openDatabase } from './kit/storage/openDatabase.ts'
import { openEncryption, recordKey } from './kit/storage/encryption/openEncryption.ts'
import { isConnectionError, isRefusedWrite } from './kit/storage/connectionErrors.ts'
import { logTrouble } from './kit/storage/trouble.ts'
import { refuse } from './kit/errors.ts'
import { readOffset, addOffset, createClockOffset } from './kit/http/clockOffset.ts'
import { allowOrigins } from './kit/http/cors.ts'
import { prepareDrain, STOP_GRACE_MS } from './kit/http/drain.ts'
import { addHealth } from './kit/http/health.ts'
import { addDocuments } from './kit/http/documents.ts'
import { headersOf, setSecurityHeaders } from './kit/http/headers.ts'
import { hasSeveralHosts } from './kit/http/admission/hosts.ts'
import { UPLOAD_BYTES } from '../engine/language/forms/uploads.ts'
import { LIMITS } from './kit/http/admission/limits.ts'
import { addPc } from './kit/http/pc.ts'
import { limitPerAddress } from './kit/http/admission/perAddress.ts'
import { limitPipelining } from './kit/http/admission/pipelining.ts'
import { addSandbox } from './sandbox.ts'
import { addStatic } from './static.ts'
import { inboxOf, onMessage } from './modules/identity/messages.ts'
import { seedUsers } from './modules/identity/seed.ts'
import { publishedAt, reloadContent } from './modules/content/published.ts'
import { sha256 } from './kit/random.ts'
import { sessionHashesOf, userOfToken } from './modules/identity/login/sessions.ts'
import { createSliderCaptcha } from './modules/identity/login/sliderCaptcha.ts'
import { addStudio } from './modules/operators/studio/routes.ts'
import { startJobs } from './jobs.ts'
import { createLedger } from './kit/ledger/index.ts'
import { attachLive } from './live.ts'
import { connectRedisBus } from './kit/live/redisBus.ts'
import { createMarket } from './modules/trading/market/index.ts'
import { createPushService } from './modules/identity/push/pushService.ts'
import { newVapidKeys, type VapidKeys } from './modules/identity/push/vapidKeys.ts'
import { createSettings } from './modules/operators/settings/settings.ts'
import { createLog, type Logger } from './kit/observability/log.ts'
import { measure } from './kit/observability/metrics.ts'
import { watchClock } from './kit/observability/watchClock.ts'
import { observeRequests, requestIds } from './kit/observability/requests.ts'
import { addRequestSpans } from './kit/observability/tracing.ts'
import { setReport } from '../engine/language/report.ts'

export interface CreateOptions extends Partial<ServerOptions> {
  clock?: Clock
  operator?: OperatorConfig
  /** Keys of the data at rest. */
  dataKeys?: DataKeys
  /** Keys of web push; absent: new ones. */
  vapidKeys?: VapidKeys
  /** Id of a key of the data at rest that is lost: its values stay unreadable. */
  lostDataKey?: string
  /** Absent: silent. */
  log?: Logger
  /** Looks for damaged pages of the database in the background. */
  watchIntegrity?: boolean
  /** Milliseconds in which open connections are answered a last request during a stop. */
  stopGraceMs?: number
  /** Makes a span for each request. */
  tracing?: boolean
  /** Ticks per second for each symbol, overriding its pace; 0 stops the market. */
  tickRate?: number
  /** URL of the Redis server through which several processes broadcast prices to all connections. */
  redis?: string
}

export interface Server {
  app: FastifyInstance
  context: ServerContext
  /** Stops gracefully: requests in flight are answered, live connections closed so that their clients reconnect, running jobs ended. */
  close(): Promise<void>
}

/** Keys of a server without configured keys, such as one in memory: they end with the process. */
const OWN_KEYS: DataKeys = { keys: [newDataKey()], source: 'this process' }

// Form rules are the client's own and may call any of its functions.
registerFunctions(implementations)

/** Creates a server that does not listen yet: call `app.listen`, or `app.inject` in tests. */
export async function createServer(given: CreateOptions = {}): Promise<Server> {
  const { clock = createClock(), operator = DEFAULT_CONFIG, log = createLog('silent'), tickRate } = given
  setReport((error, where) => log.debug({ err: error }, where))
  const options: ServerOptions = {
    database: given.database ?? ':memory:',
    sandbox: given.sandbox ?? false,
    checkReplies: given.checkReplies ?? true,
    passwordCost: given.passwordCost ?? 2 ** 14,
    readBudget: given.readBudget ?? 0,
    compress: given.compress ?? true,
    ...(given.dist !== undefined && { dist: given.dist }),
    ...(given.publicPort !== undefined && { publicPort: given.publicPort }),
    ...(given.hosts && { hosts: given.hosts }),
    ...(given.trustProxy && { trustProxy: given.trustProxy }),
    ...(given.operatorKey !== undefined && { operatorKey: given.operatorKey }),
  }
  const database = await openDatabase(options.database)
  const { db } = database
  const { encryption, encrypted, rotated, unreadable } = await openEncryption(
    db,
    given.dataKeys ?? OWN_KEYS,
    given.lostDataKey,
  )
  if (encrypted + rotated + unreadable > 0)
    log[unreadable > 0 ? 'warn' : 'info']({ encrypted, rotated, unreadable }, 'data at rest encrypted')
  if (encrypted > 0) await database.compact()
  const clockOffset = await createClockOffset({ db, clock })
  const context: ServerContext = {
    db,
    clock,
    operator,
    settings: createSettings(db, () => context.operator, clock),
    options,
    ledger: createLedger(db, clock),
    market: createMarket({ clock, seed: operator.server.seed, ...(tickRate !== undefined && { tickRate }) }),
    content: createContent(await publishedAt({ db, clock })),
    catalogue: createStore(db, clock),
    captcha: createSliderCaptcha(db),
    encryption,
    log,
    push: createPushService(given.vapidKeys ?? newVapidKeys(), {
      subject: `mailto:push@${options.hosts?.[0] ?? 'sandbox.invalid'}`,
      sandbox: options.sandbox,
    }),
  }
  await seedUsers(context)
  const built = readBuilt(options.dist)
  if (options.dist !== undefined && built) await seedBuiltCatalogue(context, options.dist, built)

  const headers = headersOf(operator.app)
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: requestIds(options.trustProxy),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: LIMITS.bodyLimit,
    requestTimeout: LIMITS.requestTimeout,
    connectionTimeout: LIMITS.connectionTimeout,
    keepAliveTimeout: LIMITS.keepAliveTimeout,
    routerOptions: { maxParamLength: LIMITS.maxParamLength },
    http: { headersTimeout: LIMITS.headersTimeout, maxHeaderSize: LIMITS.maxHeaderSize },
    forceCloseConnections: 'idle',
    // A request on an open connection is still answered while the server stops.
    return503OnClosing: false,
    clientErrorHandler: (_, socket) => refuseSocket(socket, headers),
    // Errors before any hook has run.
    frameworkErrors: (_, request, reply) => {
      const bare = reply as FastifyReply
      setSecurityHeaders(headers, request, bare)
      void bare.header('X-Request-Id', request.id)
      void bare.code(400).send(refusalEnvelope(refuse('illegalRequest')))
    },
  })
  app.server.maxConnections = LIMITS.maxConnections
  limitPerAddress(app.server, LIMITS.connectionsPerAddress, options.trustProxy)
  limitPipelining(app.server)
  observeRequests(app)
  if (given.tracing) addRequestSpans(app, options.trustProxy)
  const drain = prepareDrain(app, given.stopGraceMs ?? STOP_GRACE_MS)
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(headers, request, reply)
    if (!hasSeveralHosts(request.raw)) return done()
    void reply.code(400).send(refusalEnvelope(refuse('illegalRequest'), languageOf(context, request)))
  })
  await allowOrigins(app, operator.server.origins)
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
  handleErrors(app, context)
  const stopFollowing =
    options.sandbox && database.shared ? clockOffset.follow(app, () => reloadContent(context)) : null
  await app.register((calls, _, done) => {
    // A body of another type is refused by the call, after the session has been checked.
    calls.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null, undefined))
    addCalls(calls, context, handlers)
    done()
  })
  addDocuments(app)
  addPc(app, context)
  addCatalogue(app, context)
  if (options.operatorKey !== undefined) {
    const publisher = addOperator(app, context, options.operatorKey)
    addOperatorCalls(app, context, options.operatorKey)
    await addStudio(app, context, options.operatorKey, publisher)
  }
  await addStatic(app, context)
  if (options.sandbox) {
    addSandbox(app, context, clockOffset, async () => {
      const offset = await readOffset(context)
      await database.reset()
      await recordKey(db, encryption)
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
    {
      ...context,
      restingOrders: (symbols) => restingOrdersOf(db, symbols),
      inboxes: {
        ofUser: (id) => inboxOf(db, id, context.clock.now()),
        async sessionOf(token) {
          const user = await userOfToken(context, token)
          return user ? { user: user.id, session: sha256(token) } : null
        },
        sessionsOf: (id) => sessionHashesOf(context, id),
        onMessage,
      },
    },
    {},
    redisBus ? { ...redisBus, isLeader: leadership.isLeader } : undefined,
  )
  const { trouble } = database
  logTrouble(trouble, log)
  const stopWatching = given.watchIntegrity ? database.watchIntegrity(log) : null
  addHealth(app, context, {
    isClosing: drain.isClosing,
    isLive: live.isOpen,
    trouble: trouble.current,
    clock,
  })
  measure({
    isLeader: leadership.isLeader,
    liveConnections: live.connections,
    pool: database.pool,
    trouble: trouble.current,
    clock,
  })
  watchClock(clock, log)
  context.market.start()
  const stopJobs = startJobs(context, leadership)

  return {
    app,
    context,
    async close() {
      log.info('stopping')
      stopFollowing?.()
      stopWatching?.()
      try {
        // Another process leads as soon as the jobs of this one have ended.
        await drain.close(() => Promise.all([live.close(), stopJobs().then(() => leadership.close())]))
      } finally {
        context.market.stop()
        await redisBus?.close()
        await database.close()
      }
      log.info('stopped')
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

const isUnavailable = (error: unknown): boolean => isConnectionError(error) || isRefusedWrite(error)

function handleErrors(app: FastifyInstance, context: ServerContext): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/'))
      return reply.code(404).send(refusalEnvelope(refuse('notFound'), languageOf(context, request)))
    return reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found')
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // A connection error with a status code is the client's, otherwise the database's.
    const status = error instanceof MalformedBodyError ? 400 : (error.statusCode ?? (isUnavailable(error) ? 503 : 500))
    const lang = languageOf(context, request)
    if (status < 500) return reply.code(status).send(refusalEnvelope(refuse('illegalRequest'), lang))
    // A trouble of the database is logged once, when it begins.
    if (!isRefusedWrite(error)) request.log.error(error)
    const envelope = refusalEnvelope(refuse(isRefusedWrite(error) ? 'featureUnavailable' : 'serverError'), lang)
    if (status === 503) void reply.header('Retry-After', '5')
    // The error message is sent in development only.
    return reply
      .code(status === 503 ? 503 : 500)
      .send(context.options.checkReplies ? { ...envelope, message: error.message } : envelope)
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
