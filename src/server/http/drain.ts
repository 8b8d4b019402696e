import type { FastifyInstance } from 'fastify'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Time limit of the requests in flight: below the 30 s after which supervisors kill a process. */
const DRAIN_MS = 25_000
/** How often connections are closed whose last answer has been sent. */
const SWEEP_MS = 50
/** Time in which a connection is answered its next request before it is closed as idle: the request may be under way. */
export const STOP_GRACE_MS = 1_000

export interface Drain {
  isClosing(): boolean
  /**
   * Stops accepting connections, answers the requests in flight and those that come on open connections, closes each connection after its answer, and
   * those without a request after the grace; destroys what is open after 25 s.
   */
  close(onStopped: () => Promise<void>): Promise<void>
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
    async close(onStopped) {
      closing = true
      const stopped = onStopped()
      // The HTTP server would close each connection that looks idle, also one whose next request is under way.
      if (app.server.listening) Server.prototype.close.call(app.server)
      for (const end = performance.now() + graceMs; performance.now() < end && (await connectionsOf(app.server)) > 0;)
        await sleep(SWEEP_MS)
      const closed = app.close()
      while (app.server.listening) await nextTurn()
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      try {
        await stopped
        await closed
      } finally {
        clearInterval(sweep)
        clearTimeout(deadline)
      }
    },
  }
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
