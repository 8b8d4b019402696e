import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ServerContext } from '../context.ts'
import { canonicalJson } from '../../core/canonicalJson.ts'
import { manifestOf } from './revision.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const MIN_COMPRESSED_BYTES = 1024
/** Compressed files cached in memory: those of a few revisions. */
const CACHE_SIZE = 600

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A file, with its compressed forms once they were asked for. */
interface EncodedFile {
  plain: Buffer
  compressed: Map<Coding, Promise<Buffer>>
}

/** By preference. */
const CODINGS = {
  br: (plain: Buffer) =>
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  gzip: (plain: Buffer) => zip(plain, { level: 9 }),
}
type Coding = keyof typeof CODINGS

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
        (one) => one ?? cache.delete(name),
        () => cache.delete(name),
      )
    }
    return encoded
  }

  app.get('/h5/catalogue/live.json', async (request, reply) => {
    const pointer = await catalogue.live()
    if (!pointer) return reply.callNotFound()
    const text = canonicalJson(pointer)
    return send(request, reply, fileOf(text), { cache: REVALIDATE, etag: `"${pointer.seq}-${pointer.revision}"` })
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
      ? send(request, reply, encoded, { cache: REVALIDATE, etag: `"${pointer.revision}"` })
      : reply.callNotFound()
  })

  app.get<{ Params: { hash: string } }>('/h5/catalogue/:hash([0-9a-f]{16,64}).json', async (request, reply) => {
    const { hash } = request.params
    const encoded = await encodedFile(hash, () => catalogue.file(hash))
    return encoded ? send(request, reply, encoded, { cache: IMMUTABLE, etag: `"${hash}"` }) : reply.callNotFound()
  })

  app.get<{ Params: { hash: string } }>('/h5/catalogue/:hash([0-9a-f]{64}).js', async (request, reply) => {
    const { hash } = request.params
    const encoded = await encodedFile(`module ${hash}`, () => catalogue.module(hash))
    return encoded
      ? send(request, reply, encoded, { cache: IMMUTABLE, etag: `"${hash}"`, type: 'text/javascript; charset=utf-8' })
      : reply.callNotFound()
  })
}

const fileOf = (text: string): EncodedFile => ({ plain: Buffer.from(text), compressed: new Map() })

function compressedFile({ plain, compressed }: EncodedFile, coding: Coding): Promise<Buffer> {
  const known = compressed.get(coding) ?? CODINGS[coding](plain)
  compressed.set(coding, known)
  return known
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
  { cache, etag, type = 'application/json; charset=utf-8' }: { cache: string; etag: string; type?: string },
): Promise<FastifyReply> {
  void reply.headers({ 'Cache-Control': cache, ETag: etag, Vary: 'Accept-Encoding' })
  // A proxy that compresses marks the tag as weak.
  if ((request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()
  void reply.type(type)
  const accepted = request.headers['accept-encoding']
  const accepts = (coding: Coding): boolean =>
    typeof accepted === 'string' && new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  const codings = file.plain.length < MIN_COMPRESSED_BYTES ? [] : (Object.keys(CODINGS) as Coding[])
  const coding = codings.find(accepts)
  if (coding === undefined) return reply.send(file.plain)
  return reply.header('Content-Encoding', coding).send(await compressedFile(file, coding))
}
