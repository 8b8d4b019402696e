import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { canonicalJson } from '../../../engine/language/values/canonicalJson.ts'
import { fileOf, sendFile, type EncodedFile } from '../http/compression.ts'
import { manifestOf } from './revision.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** Compressed files cached in memory: those of a few revisions. */
const CACHE_SIZE = 600

/** The catalogue under /h5/catalogue/: live revision, and immutable files by hash. */
export function addCatalogue(app: FastifyInstance, { catalogue }: ServerContext): void {
  const cache = new Map<string, Promise<EncodedFile | null>>()

  function encodedFile(name: string, load: () => Promise<string | null>): Promise<EncodedFile | null> {
    let encoded = cache.get(name)
    if (!encoded) {
      encoded = load().then((text) => (text === null ? null : fileOf(text)))
      if (cache.size >= CACHE_SIZE) cache.clear()
      cache.set(name, encoded)
      // A missing file may be published later.
      encoded.then(
        (found) => found ?? cache.delete(name),
        () => cache.delete(name),
      )
    }
    return encoded
  }

  app.get('/h5/catalogue/live.json', async (request, reply) => {
    const pointer = await catalogue.live()
    if (!pointer) return reply.callNotFound()
    const text = canonicalJson(pointer)
    return sendFile(request, reply, fileOf(text), { cache: REVALIDATE, etag: `"${pointer.seq}-${pointer.revision}"` })
  })

  app.get('/h5/catalogue/manifest.json', async (request, reply) => {
    const pointer = await catalogue.live()
    const encoded =
      pointer &&
      (await encodedFile(`manifest ${pointer.revision}`, async () => {
        const body = await catalogue.file(pointer.revision)
        return body === null ? null : canonicalJson(manifestOf(pointer.revision, body))
      }))
    return encoded
      ? sendFile(request, reply, encoded, { cache: REVALIDATE, etag: `"${pointer.revision}"` })
      : reply.callNotFound()
  })

  app.get<{ Params: { hash: string } }>('/h5/catalogue/:hash([0-9a-f]{16,64}).json', async (request, reply) => {
    const { hash } = request.params
    const encoded = await encodedFile(hash, () => catalogue.file(hash))
    return encoded ? sendFile(request, reply, encoded, { cache: IMMUTABLE, etag: `"${hash}"` }) : reply.callNotFound()
  })

  app.get<{ Params: { hash: string } }>('/h5/catalogue/:hash([0-9a-f]{64}).js', async (request, reply) => {
    const { hash } = request.params
    const encoded = await encodedFile(`module ${hash}`, () => catalogue.module(hash))
    return encoded
      ? sendFile(request, reply, encoded, {
          cache: IMMUTABLE,
          etag: `"${hash}"`,
          type: 'text/javascript; charset=utf-8',
        })
      : reply.callNotFound()
  })
}
