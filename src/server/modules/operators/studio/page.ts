import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ServerContext } from '../../../context.ts'
import { cacheOf } from '../../../static.ts'

/** Policy of the studio's page. Its default policy of Trusted Types permits only the address of the compiler's worker. */
export const STUDIO_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** The built studio under /studio/. */
export async function addStudioPage(app: FastifyInstance, { options }: ServerContext): Promise<void> {
  const root = options.dist === undefined ? undefined : resolve(options.dist, 'studio')
  app.get('/studio', (_, reply) => reply.redirect('/studio/'))
  if (root === undefined || !existsSync(join(root, 'index.html'))) return
  await app.register(fastifyStatic, {
    root,
    prefix: '/studio/',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      void reply.header('Cache-Control', cacheOf(relative(root, path)))
      void reply.header('Content-Security-Policy', STUDIO_POLICY)
      void reply.header('X-Frame-Options', 'DENY')
    },
  })
}
