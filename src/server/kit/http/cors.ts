import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** How long a browser may remember a preflight. */
const PREFLIGHT_SECONDS = 600

/** Lets the pages of the listed origins send calls. Tokens are in a header, so no credentials of the browser are involved. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const api = {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['X-Request-Id', 'Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
  }
  await app.register(cors, {
    delegator: (request, done) => done(null, request.url?.startsWith('/api/') ? api : { origin: false }),
  })
  // An <img> of their pages sends no origin; the address of an upload is signed.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/media/')) void reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    done()
  })
}
