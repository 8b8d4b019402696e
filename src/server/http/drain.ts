import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Time limit of the requests in flight: below the 30 s after which supervisors kill a process. */
const DRAIN_MS = 25_000
/** How often connections are closed whose last answer has been sent. */
const SWEEP_MS = 50

export interface Drain {
  isClosing(): boolean
  /** Stops accepting connections, answers the requests in flight and closes each connection after its answer; destroys what is open after 25 s. */
  close(onStopped: () => Promise<void>): Promise<void>
}

/** Prepares a server for a graceful stop. Call it before the routes are added. */
export function prepareDrain(app: FastifyInstance): Drain {
  let closing = false
  // A client does not reuse the connection, so no request is sent into a closing one.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) void reply.header('Connection', 'close')
    done(null, payload)
  })
  return {
    isClosing: () => closing,
    async close(onStopped) {
      closing = true
      const closed = app.close()
      while (app.server.listening) await nextTurn()
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      try {
        await onStopped()
        await closed
      } finally {
        clearInterval(sweep)
        clearTimeout(deadline)
      }
    },
  }
}
