import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { ServerContext } from './context.ts'
import type { Depth, Inbox, Quote, Tape } from '../generated/entities.ts'
import { live as validators } from '../generated/validators/index.js'
import { createLiveBooks } from './modules/trading/book/liveBooks.ts'
import type { RestingOrders } from './modules/trading/book/restingOrders.ts'
import { tradesOfTick } from './modules/trading/book/tape.ts'
import { headersOf } from './kit/http/headers.ts'
import { hasSeveralHosts, isKnownHost } from './kit/http/admission/hosts.ts'
import { clientAddressOf } from './kit/http/admission/trustedProxies.ts'
import { channelsOf, depthRoom, quoteRoom, tradesRoom } from './modules/trading/channels.ts'
import type { Channel, ClientEvent, Subscription } from './kit/live/channel.ts'
import { inboxRoom, inboxSessionRoom } from './kit/live/inboxRooms.ts'
import { createTokenBucket, createConcurrencyLimit } from './kit/live/rateLimits.ts'
import { limitConnection, type Connection } from './kit/live/limitConnection.ts'
import { LIVE_LIMITS, type LiveLimits } from './kit/live/limits.ts'
import { isAllowedOrigin } from './kit/live/origin.ts'
import type { RedisBus } from './kit/live/redisBus.ts'
import { metrics } from './kit/observability/metrics.ts'
import type { Leadership } from './kit/storage/postgres/leaderElection.ts'
import { report } from '../engine/language/report.ts'

type ClientEvents = Record<ClientEvent, (body: unknown, ack?: unknown) => void>
interface ServerEvents {
  tick(quote: Quote): void
  depth(changes: Depth): void
  trades(tape: Tape): void
  inbox(inbox: Inbox): void
  clock(body: { time: number }): void
}
type Live = Server<ClientEvents, ServerEvents>
type LiveSocket = Socket<ClientEvents, ServerEvents>
export interface LiveContext extends Pick<ServerContext, 'market' | 'clock' | 'operator' | 'options'> {
  restingOrders: RestingOrders
  inboxes: Inboxes
}

/** The messages to users. A session is named by the hash of its token. */
export interface Inboxes {
  /** The user and the session of a valid token; null for any other text. */
  sessionOf(token: string): Promise<{ user: string; session: string } | null>
  /** The valid sessions of a user. */
  sessionsOf(userId: string): Promise<readonly string[]>
  ofUser(id: string): Promise<Inbox>
  /** Calls the listener with the id of each user who is sent a message. Returns the function that ends it. */
  onMessage(listener: (userId: string) => void): () => void
}

export interface LiveServer {
  /** Whether connections are accepted. */
  isOpen(): boolean
  /** Number of open connections. */
  connections(): number
  /** Closes every connection; the HTTP server keeps running. */
  close(): Promise<void>
}

/** With several processes, the leader broadcasts prices to the clients of all of them through the adapter. */
export interface ClusterOptions extends Pick<Leadership, 'isLeader'>, Pick<RedisBus, 'adapter' | 'silenceMs'> {}

/** If the leader has been silent this long, each process broadcasts to its own clients (prices are deterministic). */
const LEADER_SILENCE_MS = 1_000

/**
 * Quotes, order books and trades over Socket.IO, for engine protocols 4 and 3. Messages of a symbol leave in the order of their numbers.
 * Books and trades are computed by each process for its own connections, and only while one has subscribed to them.
 */
export function attachLive(
  http: HttpServer,
  context: LiveContext,
  limits: Partial<LiveLimits> = {},
  cluster?: ClusterOptions,
): LiveServer {
  const { market, clock, operator, options } = context
  const limit = { ...LIVE_LIMITS, ...limits }
  const { origins } = operator.server
  let closing = false
  const io: Live = new Server(http, {
    ...(cluster && { adapter: cluster.adapter }),
    path: operator.app.live.url === '' ? operator.app.live.path : '/live',
    allowEIO3: true,
    serveClient: false,
    // Answers of polling are read by pages of these origins.
    ...(origins.length > 0 && { cors: { origin: [...origins], credentials: false } }),
    maxHttpBufferSize: limit.messageBytes,
    pingInterval: limit.pingIntervalMs,
    pingTimeout: limit.pingTimeoutMs,
    connectTimeout: limit.connectTimeoutMs,
    upgradeTimeout: limit.upgradeTimeoutMs,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest(request, answer) {
      const isKnown = !options.sandbox || isKnownHost(request.headers.host, options.hosts)
      if (closing) answer('Closing', false)
      else if (!isKnown || hasSeveralHosts(request) || !isAllowedOrigin(request, options.publicPort, origins))
        refuse('origin')
      else if (io.engine.clientsCount >= limit.connections) refuse('connections')
      else answer(null, true)
      function refuse(reason: string): void {
        metrics.liveRefused.inc({ reason })
        answer(reason === 'origin' ? 'Foreign origin' : 'Too many connections', false)
      }
    },
  })
  const headers = headersOf(operator.app)
  io.engine.on('headers', (sent: Record<string, string>) =>
    Object.assign(sent, headers, { 'Cache-Control': 'no-store' }),
  )

  const perAddress = createConcurrencyLimit(limit.connectionsPerAddress)
  io.engine.on('connection', (connection: Connection) => {
    const release = perAddress.acquire(clientAddressOf(connection.request, options.trustProxy ?? null))
    if (!release) {
      metrics.liveRefused.inc({ reason: 'address' })
      return connection.close(true)
    }
    connection.on('close', release)
    limitConnection(connection, limit)
    follow()
    connection.on('close', follow)
  })

  const hasMembers = (room: string): boolean => (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0
  const books = createLiveBooks(context, {
    restingOrders: context.restingOrders,
    isWatched: (symbol, mode) => hasMembers(depthRoom(symbol, mode)),
    publish: (changes) => void io.local.to(depthRoom(changes.symbol, changes.mode)).emit('depth', changes),
  })
  const channels = channelsOf(market, books)
  io.on('connection', (socket) => listen(socket, channels, context, limit))
  const followTicks = () => [
    // Prices are a function of time, so the leader can broadcast for all processes.
    market.onTick((quote) => {
      const room = quoteRoom(quote.symbol)
      // A packet is encoded also where a room has no members.
      if (!cluster && !hasMembers(room)) return
      if (!cluster || cluster.isLeader()) io.to(room).emit('tick', quote)
      else if (cluster.silenceMs() > LEADER_SILENCE_MS) io.local.to(room).emit('tick', quote)
    }),
    market.onTick((quote) => {
      books.advance(quote.symbol)
      const room = tradesRoom(quote.symbol)
      const tape = hasMembers(room) ? tradesOfTick(market, quote) : null
      if (tape) io.local.to(room).emit('trades', tape)
    }),
    clock.every(1000, () => void io.local.emit('clock', { time: clock.now() })),
  ]
  let following: (() => void)[] = []
  const unfollow = (): void => {
    for (const stop of following) stop()
    following = []
  }
  /** Follows the market while there are connections. With several processes the leader has those of the others, too. */
  function follow(): void {
    const isNeeded = !closing && (cluster !== undefined || io.engine.clientsCount > 0)
    if (!isNeeded) unfollow()
    else if (following.length === 0) following = followTicks()
  }
  follow()
  const stops = [
    unfollow,
    books.close,
    context.inboxes.onMessage((userId) => {
      const room = inboxRoom(userId)
      // With several processes another one may have the connection of the user.
      if (!cluster && !hasMembers(room)) return
      const announce = async (): Promise<void> => {
        // A session may have ended since a connection subscribed with it, by a call to another process too.
        const sessions = await context.inboxes.sessionsOf(userId)
        // Socket.IO would send to all connections if there were no rooms.
        if (sessions.length > 0)
          io.to(sessions.map(inboxSessionRoom)).emit('inbox', await context.inboxes.ofUser(userId))
      }
      // Without a database the user finds the message in the next answer of user/info.
      announce().catch((error: unknown) => report(error, 'announce a message'))
    }),
  ]

  return {
    isOpen: () => !closing,
    connections: () => io.engine.clientsCount,
    async close() {
      closing = true
      for (const stop of stops) stop()
      // A Socket.IO client reconnects after a closed connection, but not after a disconnect packet.
      io.engine.close()
      await Promise.resolve()
    },
  }
}

function subscriptionOf(event: string, body: unknown): Subscription | null {
  return Object.hasOwn(validators, event) && validators[event as ClientEvent](body) ? (body as Subscription) : null
}

function listen(
  socket: LiveSocket,
  channels: readonly Channel[],
  { market, inboxes }: LiveContext,
  limit: LiveLimits,
): void {
  const tokens = createTokenBucket({ burst: limit.burst, perSecond: limit.perSecond, nowMs: Date.now })
  const known = new Set(market.symbols)
  const events = new Set<string>([
    ...channels.flatMap(({ subscribe, unsubscribe }) => [subscribe, unsubscribe]),
    'subscribeInbox',
    'unsubscribeInbox',
  ])

  // Runs before any listener, for every event name.
  socket.use(([event, body], next) => {
    const valid = events.has(event) && subscriptionOf(event, body)
    if (tokens.take(valid ? 1 : limit.invalidMessageCost)) next()
    else socket.disconnect(true)
  })

  /** The rooms of inboxes: a connection has that of one user at a time. */
  let latest = 0
  const leaveInboxes = (): void => {
    latest += 1
    for (const room of socket.rooms) if (room.startsWith(inboxRoom(''))) void socket.leave(room)
  }
  socket.on('subscribeInbox', (body, ack) => {
    const acknowledge = typeof ack === 'function' ? (ack as (snapshot: object) => void) : () => undefined
    const token = validators.subscribeInbox(body) ? (body as { token: string }).token : ''
    leaveInboxes()
    const request = latest
    const join = async (): Promise<object> => {
      const found = await inboxes.sessionOf(token)
      // The connection may have left, or asked for another user, while the token was looked up.
      if (!found || request !== latest) return { inboxes: [] }
      await socket.join([inboxRoom(found.user), inboxSessionRoom(found.session)])
      // Read in the rooms, so that no message is missed in between.
      return { inboxes: [await inboxes.ofUser(found.user)] }
    }
    join().then(acknowledge, () => {
      // Without a snapshot the connection gets no updates either.
      if (request === latest) leaveInboxes()
      acknowledge({ inboxes: [] })
    })
  })
  socket.on('unsubscribeInbox', () => leaveInboxes())

  for (const channel of channels) {
    socket.on(channel.subscribe, (body, ack) => {
      const acknowledge = typeof ack === 'function' ? (ack as (snapshot: object) => void) : () => undefined
      const subscription = subscriptionOf(channel.subscribe, body) ?? { symbols: [] }
      const symbols = [...new Set(subscription.symbols)].filter((symbol) => known.has(symbol))
      // The snapshot is read after joining the rooms and sent synchronously, so no message is missed or duplicated.
      const sendSnapshot = () => acknowledge(channel.snapshot(symbols, subscription))
      const join = (): Promise<void> | void =>
        socket.join(symbols.map((symbol) => channel.roomOf(symbol, subscription)))
      const joined = channel.prepare ? channel.prepare(symbols).then(join) : join()
      if (joined instanceof Promise) void joined.then(sendSnapshot)
      else sendSnapshot()
    })

    socket.on(channel.unsubscribe, (body) => {
      const subscription = subscriptionOf(channel.unsubscribe, body)
      for (const symbol of subscription?.symbols ?? [])
        void socket.leave(channel.roomOf(symbol, subscription ?? { symbols: [] }))
    })
  }
}
