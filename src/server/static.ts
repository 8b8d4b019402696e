import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ServerContext } from './context.ts'
import { uploadOwner } from './kit/storage/encryption/encryption.ts'
import { isSignedUrlValid } from './modules/content/uploads/signedUrl.ts'
import { addInstallable } from './kit/http/installable.ts'
import { precompress } from './kit/http/precompress.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** The folder of the pictures of the content, served under /media/. */
export const MEDIA = join(import.meta.dirname, 'modules/content/media')

/** Assets have a content hash in their name and are immutable; every other file is revalidated. */
export function cacheOf(path: string): string {
  const name = path.replaceAll('\\', '/').replace(/\.(br|gz)$/, '')
  if (/^assets\/.+-[\w-]{8,}\.\w+$/.test(name)) return IMMUTABLE
  return REVALIDATE
}

/** The built app under /h5/, with the operator's configuration beside it, and the pictures of the content under /media/. */
export async function addStatic(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { options, operator } = context
  app.get('/', (_, reply) => reply.redirect('/h5/'))
  app.get('/h5', (_, reply) => reply.redirect('/h5/'))
  app.get('/h5/config.json', (_, reply) => reply.header('Cache-Control', REVALIDATE).send(operator.app))

  await app.register(fastifyStatic, {
    root: MEDIA,
    prefix: '/media/',
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=3600'),
  })
  app.get<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    '/media/uploads/:id',
    async (request, reply) => {
      const { db, clock, encryption } = context
      const { id } = request.params
      if (!(await isSignedUrlValid(db, id, request.query, clock.now()))) return reply.callNotFound()
      const row = await db.selectFrom('uploads').select(['type', 'content']).where('id', '=', id).executeTakeFirst()
      const content = row && encryption.decrypt(row.content, uploadOwner(id))
      if (!row || !content) return reply.callNotFound()
      return reply
        .header('Cache-Control', 'private, max-age=600')
        .header('Content-Disposition', `inline; filename="picture.${row.type.replace('image/', '')}"`)
        .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .type(row.type)
        .send(content)
    },
  )

  if (options.dist === undefined || !existsSync(join(options.dist, 'index.html'))) {
    app.get('/h5/', (_, reply) =>
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The app has not been built: run npm start, or npm run dev.'),
    )
    return
  }
  const root = resolve(options.dist)
  addInstallable(app, root, operator.app)
  if (options.compress) await precompress(root)
  await app.register(fastifyStatic, {
    root,
    prefix: '/h5/',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    // The studio has its own address and policy.
    allowedPath: (path) => !path.startsWith('/studio/'),
    setHeaders: (reply, path) => void reply.header('Cache-Control', cacheOf(relative(root, path))),
  })
}
