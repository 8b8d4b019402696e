import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MalformedBodyError } from '../api/json.ts'
import type { ServerContext } from '../../context.ts'
import { Refusal } from '../errors.ts'
import { countAttempt, countDelayedAttempt, refundAttempt, type AttemptLimit } from '../attempts.ts'
import { isKey } from './key.ts'

/** A wrong key delays the next one of its address. */
const WRONG_KEYS = { free: 20, longest: 60, seconds: 900 }
/** Unauthorized requests that are logged individually; the limit keeps strangers from filling the log. */
const LOGGED_STRANGERS: AttemptLimit = { count: 100, seconds: 3600 }

/** How long a connection may be silent before a reply: a catalogue is compiled before its publication is answered. */
const SILENCE_MS = 900_000

/** Options of a route that only the operator may use: authentication, size of the body in bytes, replies to errors. */
export function operatorRoute(context: ServerContext, key: string, bodyBytes: number) {
  const { db, clock, catalogue } = context

  async function retryAfterSeconds(count: () => Promise<unknown>): Promise<number> {
    try {
      await count()
      return 0
    } catch (error) {
      if (error instanceof Refusal) return Number(error.params.seconds)
      throw error
    }
  }

  /** Runs before the body is read, so that strangers cannot make the server parse one. */
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    void reply.header('Cache-Control', 'no-store')
    const counter = `operator ${request.ip}`
    const wait = await retryAfterSeconds(() => countDelayedAttempt(db, clock.now(), counter, WRONG_KEYS))
    if (wait > 0)
      return reply
        .code(429)
        .header('Retry-After', String(wait))
        .send({ error: `Too many attempts: try again in ${wait} seconds.` })
    const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ', 2)
    if (scheme?.toLowerCase() === 'bearer' && isKey(key, given)) {
      // A request that is injected has no connection.
      const { socket } = request.raw
      if (socket instanceof Socket) socket.setTimeout(SILENCE_MS)
      return refundAttempt(db, counter)
    }
    const unlogged = () => countAttempt(db, clock.now(), 'operator strangers', LOGGED_STRANGERS)
    if ((await retryAfterSeconds(unlogged)) === 0) {
      await catalogue.logRefusal({
        author: '',
        note: '',
        detail: `wrong key: ${request.method} ${request.url.slice(0, 80)}`,
        address: request.ip,
      })
    }
    return reply.code(401).header('WWW-Authenticate', 'Bearer').send({ error: 'The operator key is wrong.' })
  }

  return {
    onRequest: authenticate,
    bodyLimit: bodyBytes,
    errorHandler: (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
      const status = error instanceof MalformedBodyError ? 400 : (error.statusCode ?? 500)
      if (status >= 500) request.log.error(error)
      void reply
        .code(status)
        .send({ error: status >= 500 ? 'The server failed: its log says why.' : `${error.message}.` })
    },
  }
}
