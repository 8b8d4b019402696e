import type { FastifyInstance } from 'fastify'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Time limit of a stop, its grace included: below the 30 s after which supervisors kill a process. */
const DRAIN_MS = 25_000
/** How often connections are closed whose last answer has been sent. */
const SWEEP_MS = 50
/** Length of a turn of the event loop without work, in milliseconds, and the time in which one is awaited. */
const QUICK_MS = 0.1
const QUICK_WITHIN_MS = 500
/**
 * Time in which a connection is answered its next request before it is closed as idle: the request may be under way. Above the second after which
 * nginx closes an idle connection (deploy/nginx.conf).
 */
export const STOP_GRACE_MS = 2_000

export interface Drain {
  isClosing(): boolean
  /**
   * Stops accepting connections, answers the requests in flight and those that come on open connections, closes each connection after its answer, and
   * those without a request after the grace; destroys what is open after 25 s. `stopOthers` stops the rest of the process meanwhile; if it fails, the
   * grace ends at once, and so does the stop, with its error.
   */
  close(stopOthers: () => Promise<unknown>): Promise<void>
}

/** Prepares a server for a graceful stop. Call it before the routes are added. */
export function prepareDrain(app: FastifyInstance, graceMs: number): Drain {
  let closing = false
  // A client sends its next request over another connection, to another process.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) void reply.header('Connection', 'close')
    done(null, payload)
  })
  return {
    isClosing: () => closing,
    async close(stopOthers) {
      closing = true
      const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      try {
        // A connection that waits in the listener's queue would be reset with its request: a turn of the event loop accepts all of them.
        await quickTurn()
        // Fastify would also close each connection that looks idle, even one whose next request is under way.
        if (app.server.listening) Server.prototype.close.call(app.server)
        await Promise.all([stopOthers(), grace(app.server, graceMs)])
      } finally {
        const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
        try {
          await app.close()
        } finally {
          clearInterval(sweep)
          clearTimeout(deadline)
        }
      }
    },
  }
}

/** Resolves after a turn of the event loop in which next to nothing was done, so that few connections can have come since it accepted them. */
async function quickTurn(): Promise<void> {
  await nextTurn()
  for (const end = performance.now() + QUICK_WITHIN_MS; performance.now() < end;) {
    const from = performance.now()
    await nextTurn()
    if (performance.now() - from < QUICK_MS) return
  }
}

/** Resolves after the grace, or when no connection is open. */
async function grace(server: Server, ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end && (await connectionsOf(server)) > 0;)
    await sleep(SWEEP_MS)
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
