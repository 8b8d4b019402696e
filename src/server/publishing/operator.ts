import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isProjectFile } from '../../../codegen/check/load.ts'
import { MalformedBodyError } from '../api/json.ts'
import type { ServerContext } from '../context.ts'
import { Refusal } from '../errors.ts'
import { countAttempt, countDelayedAttempt, refundAttempt, type AttemptLimit } from '../identity/attempts.ts'
import { metrics } from '../observability/metrics.ts'
import { inSpan } from '../observability/tracing.ts'
import { readContractFiles } from './compile.ts'
import { isKey } from './key.ts'
import { createPublisher, PublishRefusal, type PublishResult, type Actor } from './publish.ts'

/** A complete project is half a megabyte. */
const BODY_BYTES = 8 * 1024 * 1024
const MAX_FILES = 5_000
const LOG_ROWS = 500
/** A wrong key delays the next one of its address. */
const WRONG_KEYS = { free: 20, longest: 60, seconds: 900 }
/** Unauthorized requests that are logged individually; the limit keeps strangers from filling the log. */
const LOGGED_STRANGERS: AttemptLimit = { count: 100, seconds: 3600 }

type Body = Record<string, unknown>

/** The operator's endpoints. Registered only with a key. */
export function addOperator(app: FastifyInstance, context: ServerContext, key: string): void {
  const { db, clock, catalogue } = context
  const publisher = createPublisher(context, readContractFiles())

  async function retryAfterSeconds(count: () => Promise<void>): Promise<number> {
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
    if (scheme?.toLowerCase() === 'bearer' && isKey(key, given)) return refundAttempt(db, counter)
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

  const options = {
    onRequest: authenticate,
    bodyLimit: BODY_BYTES,
    errorHandler: (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
      const status = error instanceof MalformedBodyError ? 400 : (error.statusCode ?? 500)
      if (status >= 500) request.log.error(error)
      void reply
        .code(status)
        .send({ error: status >= 500 ? 'The server failed: its log says why.' : `${error.message}.` })
    },
  }

  async function handleChange(
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
    act: (body: Body, who: Actor, expected: string | null | undefined) => Promise<PublishResult>,
  ): Promise<unknown> {
    const body = bodyOf(request)
    const end = metrics.publicationSeconds.startTimer({ action: what })
    const record = (result: string): void => {
      metrics.publications.inc({ action: what, result })
      end()
    }
    const who: Actor = {
      author: line(body.author, 80),
      note: line(body.note, 500),
      urgent: body.urgent === true,
      address: request.ip,
    }
    try {
      if (who.author === '') throw new PublishRefusal(400, '"author" says who does this.')
      const { expected } = body
      const result = await inSpan(what, {}, () =>
        act(body, who, typeof expected === 'string' || expected === null ? expected : undefined),
      )
      record('ok')
      request.log.info({ action: what, author: who.author, revision: result.revision }, 'published')
      return await reply.send(result)
    } catch (error) {
      record(error instanceof PublishRefusal ? String(error.status) : 'error')
      if (!(error instanceof PublishRefusal)) throw error
      await catalogue.logRefusal({
        author: who.author,
        note: who.note,
        detail: `${what}: ${error.message}`.slice(0, 1000),
        address: who.address,
      })
      return reply.code(error.status).send({
        error: error.message,
        ...(error.diagnostics.length > 0 && { diagnostics: error.diagnostics.slice(0, 200) }),
      })
    }
  }

  app.get('/operator/catalogue', options, async () => ({
    live: await catalogue.live(),
    revisions: (await catalogue.revisions()).map(({ revision, author, note, created }) => ({
      revision,
      author,
      note,
      time: Number(created),
    })),
  }))

  app.get('/operator/catalogue/log', options, async () => ({
    rows: (await catalogue.log(LOG_ROWS)).map(({ seq, urgent, created, ...row }) => ({
      seq: Number(seq),
      ...row,
      urgent: urgent === 1n,
      time: Number(created),
    })),
  }))

  app.post('/operator/catalogue/publish', options, (request, reply) =>
    handleChange(request, reply, 'publish', (body, who, expected) =>
      publisher.publish(filesOf(body.files), who, expected),
    ),
  )

  app.post('/operator/catalogue/rollback', options, (request, reply) =>
    handleChange(request, reply, 'rollback', ({ revision }, who, expected) => {
      if (typeof revision !== 'string' || !/^[0-9a-f]{6,64}$/.test(revision))
        throw new PublishRefusal(400, '"revision" is the hash of a revision, or at least its first six digits.')
      return publisher.rollback(revision, who, expected)
    }),
  )
}

function bodyOf({ body }: FastifyRequest): Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : {}
}

/** One line of text without control characters. */
const line = (value: unknown, length: number): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, length)
    : ''

function filesOf(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new PublishRefusal(400, '"files" holds the files of the project by path.')
  const files = Object.entries(given)
  if (files.length > MAX_FILES) throw new PublishRefusal(400, `At most ${MAX_FILES} files.`)
  for (const [path, text] of files) {
    if (typeof text !== 'string') throw new PublishRefusal(400, `${path.slice(0, 200)} holds no text.`)
    if (!isProjectFile(path)) throw new PublishRefusal(400, `${path.slice(0, 200)} is no file of a project.`)
  }
  return given as Record<string, string>
}
