import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content-codings by preference. */
const CODINGS = ['br', 'gzip'] as const
type Coding = (typeof CODINGS)[number]

/** Less than this gains nothing: it fits into one packet. */
const MIN_BYTES = 1024

/** Levels of a file, which is compressed once, and of a reply, which is compressed each time. */
const EFFORTS = { file: { br: 9, gzip: 9 }, reply: { br: 4, gzip: 6 } } as const

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compress = (plain: Buffer, coding: Coding, effort: keyof typeof EFFORTS): Promise<Buffer> =>
  coding === 'br'
    ? brotli(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: EFFORTS[effort].br,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
    : zip(plain, { level: EFFORTS[effort].gzip })

/** The coding of a body of this size that the client accepts. */
function codingOf({ headers }: FastifyRequest, bytes: number): Coding | undefined {
  const accepted = headers['accept-encoding']
  if (bytes < MIN_BYTES || typeof accepted !== 'string') return undefined
  return CODINGS.find((coding) => new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted))
}

/** A file, with its compressed forms once they were requested. */
export interface EncodedFile {
  plain: Buffer
  compressed: Map<Coding, Promise<Buffer>>
}

export const fileOf = (text: string): EncodedFile => ({ plain: Buffer.from(text), compressed: new Map() })

function compressedFile({ plain, compressed }: EncodedFile, coding: Coding): Promise<Buffer> {
  const known = compressed.get(coding) ?? compress(plain, coding, 'file')
  compressed.set(coding, known)
  return known
}

/** Answers with a file, or with 304 if the client has the one with this tag. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
  { cache, etag, type = 'application/json; charset=utf-8' }: { cache: string; etag: string; type?: string },
): Promise<FastifyReply> {
  void reply.headers({ 'Cache-Control': cache, ETag: etag, Vary: 'Accept-Encoding' })
  // A proxy that compresses marks the tag as weak.
  if ((request.headers['if-none-match'] ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()
  void reply.type(type)
  const coding = codingOf(request, file.plain.length)
  if (coding === undefined) return reply.send(file.plain)
  return reply.header('Content-Encoding', coding).send(await compressedFile(file, coding))
}

/** A hook `onSend` that compresses a text. */
export const compressReply: onSendHookHandler = (request, reply, payload, done) => {
  const coding = typeof payload === 'string' ? codingOf(request, Buffer.byteLength(payload)) : undefined
  if (typeof payload !== 'string' || coding === undefined) return done(null, payload)
  void reply.header('Content-Encoding', coding)
  compress(Buffer.from(payload), coding, 'reply').then((compressed) => done(null, compressed), done)
}
