import type { FastifyInstance, FastifyReply, FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { TrustProxy } from '../http/admission/trustedProxies.ts'
import { metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session; empty without one. */
    userId: string
    /** Result of a call: "ok" or the code of its refusal; empty for other requests. */
    result: string
    /** The request is logged and measured. */
    isObserved: boolean
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/
/** Status of a request whose client has closed the connection. */
const CLIENT_CLOSED = 499
/** Requests of supervisors, which are logged at the level `debug`. */
const PROBES = new Set(['/healthz', '/readyz'])

/** Pattern of the route, never the address itself, which may contain fields of a call. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** The id that a trusted proxy has given the request, otherwise a random one. */
export const requestIds =
  (trust: TrustProxy | undefined) =>
  (request: RawRequestDefaultExpression): string => {
    const given = request.headers['x-request-id']
    const isTrusted = trust?.(request.socket.remoteAddress ?? '', 0) ?? false
    return isTrusted && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
  }

/** Logs one line for each request, measures it and sends its id as X-Request-Id. */
export function observeRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', '')
  app.decorateRequest('result', '')
  app.decorateRequest('isObserved', false)

  function end(request: FastifyRequest, reply: FastifyReply, status: number): void {
    if (request.isObserved) return
    request.isObserved = true
    const { method, userId, result } = request
    const route = routeOf(request)
    const milliseconds = reply.elapsedTime
    metrics.requestsInFlight.dec()
    metrics.requestSeconds.observe({ method, route, status: String(status) }, milliseconds / 1000)
    if (result !== '') metrics.callResults.inc({ call: route.replace('/api/', ''), result })
    request.log[PROBES.has(route) ? 'debug' : 'info'](
      {
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        ...(userId !== '' && { userId }),
        ...(result !== '' && { result }),
      },
      'request',
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    metrics.requestsInFlight.inc()
    void reply.header('X-Request-Id', request.id)
    reply.raw.once('close', () => end(request, reply, CLIENT_CLOSED))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode)
    done()
  })
}
