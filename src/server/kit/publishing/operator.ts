import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isProjectFile } from '../../../../codegen/cli/load.ts'
import type { ServerContext } from '../../context.ts'
import { metrics } from '../observability/metrics.ts'
import { inSpan } from '../observability/tracing.ts'
import { readContractFiles } from './compile.ts'
import { operatorRoute } from './door.ts'
import { createPublisher, PublishRefusal, type Publisher, type PublishResult, type Actor } from './publish.ts'

/** A complete project is half a megabyte. */
const BODY_BYTES = 8 * 1024 * 1024
const MAX_FILES = 5_000
const LOG_ROWS = 500

type Body = Record<string, unknown>

/** The operator's endpoints. Registered only with a key. Returns the publisher that they use. */
export function addOperator(app: FastifyInstance, context: ServerContext, key: string): Publisher {
  const { catalogue } = context
  const publisher = createPublisher(context, readContractFiles())

  const options = operatorRoute(context, key, BODY_BYTES)

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
  return publisher
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
