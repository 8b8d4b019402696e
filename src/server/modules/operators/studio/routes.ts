import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { isProjectFile } from '../../../../../codegen/cli/load.ts'
import type { FormDef, Json } from '../../../../engine/language/expressions/program.ts'
import { EDITABLE } from '../../../../engine/language/editable.ts'
import { readTyped } from '../../../../engine/language/texts/typedText.ts'
import type { ServerContext } from '../../../context.ts'
import { MEDIA } from '../../../static.ts'
import { operatorRoute } from '../../../kit/publishing/door.ts'
import { createSources } from '../../../kit/publishing/sources.ts'
import { PublishRefusal, type Actor, type Publisher } from '../../../kit/publishing/publish.ts'
import {
  applyChanges,
  ClosedChangeSet,
  createChangeSets,
  EditConflict,
  publicationOf,
  type ChangeRow,
  type ChangeSetRow,
  type Publication,
} from './changeSets.ts'
import { addDraftPages } from './draftPages.ts'
import { addStudioPage } from './page.ts'
import { checkForm } from './checkForm.ts'
import { createPreviews, type PreviewInput } from './previews.ts'

const brotli = promisify(brotliCompress)
const BODY_BYTES = 8 * 1024 * 1024
const FILE_CHARACTERS = 2 * 1024 * 1024
type Body = Record<string, unknown>
type WithId = { Params: { id: string } }

/** A refused request of the studio. */
class StudioRefusal extends Error {
  constructor(
    readonly statusCode: 400 | 404,
    message: string,
  ) {
    super(message)
  }
}

/** The studio: its page, its endpoints under /studio/api/, and the drafts that its links open. Registered only with an operator key. */
export async function addStudio(
  app: FastifyInstance,
  context: ServerContext,
  key: string,
  publisher: Publisher,
): Promise<void> {
  const sources = createSources(context)
  const sets = createChangeSets(context)
  const previews = createPreviews(context)
  const options = operatorRoute(context, key, BODY_BYTES)
  await addStudioPage(app, context)
  addDraftPages(app, context, { sets, previews })

  async function foundSet(id: string): Promise<ChangeSetRow> {
    const row = await sets.find(id)
    if (!row) throw new StudioRefusal(404, 'There is no such change set')
    return row
  }
  async function openSet(id: string): Promise<ChangeSetRow> {
    const row = await foundSet(id)
    if (row.state !== 'open') throw new ClosedChangeSet()
    return row
  }

  let packed: { of: string; bytes: Buffer } | null = null
  app.get('/studio/api/project', options, async (request, reply) => {
    const project = await sources.live()
    const text = JSON.stringify(project)
    void reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(text)
    if (packed?.of !== text)
      packed = { of: text, bytes: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) }
    return reply.header('Content-Encoding', 'br').send(packed.bytes)
  })

  app.get('/studio/api/history', options, async () => ({
    rows: (await context.catalogue.log(200)).map(({ seq, created, action, revision, author, note }) => ({
      seq: Number(seq),
      time: Number(created),
      action,
      revision,
      author,
      note,
    })),
  }))

  app.get('/studio/api/pictures', options, async () => ({
    addresses: (await readdir(MEDIA)).toSorted().map((name) => `/media/${name}`),
  }))

  async function fileHistory(path: string): Promise<object> {
    const [rows, log] = await Promise.all([sets.history(path), context.catalogue.log(200)])
    const notes = new Map(log.map(({ revision, note }) => [revision, note]))
    return {
      rows: rows.map(({ author, updated, name, state, revision }) => ({
        author,
        time: Number(updated),
        changeSet: name,
        state,
        note: revision === null ? '' : (notes.get(revision) ?? ''),
      })),
    }
  }
  app.post('/studio/api/file-history', options, (request) => fileHistory(editablePath(bodyOf(request).path)))

  app.get('/studio/api/change-sets', options, async () => {
    const [rows, changes] = await Promise.all([sets.list(), sets.authorship()])
    return {
      live: await sources.name(),
      changeSets: rows.map((row) => ({
        ...describeSet(row),
        files: changes
          .filter((change) => change.change_set === row.id)
          .map(({ path, author, updated }) => ({
            path,
            author,
            time: Number(updated),
          })),
      })),
    }
  })

  app.post('/studio/api/change-sets', options, (request) => {
    const { name, author } = bodyOf(request)
    return sets.create(line(name, 80, 'name'), line(author, 80, 'author')).then(describeSet)
  })

  app.get<WithId>('/studio/api/change-sets/:id', options, async ({ params }) => {
    const row = await foundSet(params.id)
    return { ...describeSet(row), changes: (await sets.changes(row.id)).map(describeChange) }
  })

  /** The same for an open page, which sends its author and the file that is open there, and gets the others who have it open, and what is live. */
  async function look(id: string, body: Body): Promise<object> {
    const row = await foundSet(id)
    const [changes, others] = await Promise.all([
      sets.changes(row.id),
      sets.meet(row.id, line(body.author, 80, 'author'), body.file === null ? null : line(body.file, 300, 'file')),
    ])
    return { ...describeSet(row), changes: changes.map(describeChange), others, live: await sources.name() }
  }
  app.post<WithId>('/studio/api/change-sets/:id/look', options, (request) => look(request.params.id, bodyOf(request)))

  async function rename(id: string, name: string): Promise<object> {
    const row = await openSet(id)
    await sets.rename(row.id, name)
    return describeSet({ ...row, name })
  }
  app.post<WithId>('/studio/api/change-sets/:id/name', options, (request) =>
    rename(request.params.id, line(bodyOf(request).name, 80, 'name')),
  )

  async function endLink(id: string): Promise<object> {
    const row = await openSet(id)
    return describeSet({ ...row, link: await sets.renewLink(row.id) })
  }
  app.post<WithId>('/studio/api/change-sets/:id/link', options, (request) => endLink(request.params.id))

  app.delete<WithId>('/studio/api/change-sets/:id', options, async ({ params }) => {
    await sets.remove((await foundSet(params.id)).id)
    return {}
  })

  async function change(reply: FastifyReply, work: () => Promise<object>): Promise<unknown> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error
      return reply.code(409).send({ error: error.message, current: error.row ? describeChange(error.row) : null })
    }
  }

  app.post<WithId>('/studio/api/change-sets/:id/save', options, async (request, reply) => {
    const row = await openSet(request.params.id)
    const body = bodyOf(request)
    const input = {
      path: editablePath(body.path),
      text: fileText(body.text, 'text'),
      base: fileText(body.base, 'base'),
      version: version(body.version),
      author: line(body.author, 80, 'author'),
    }
    return change(reply, async () => ({ version: await sets.save(row.id, input) }))
  })

  app.post<WithId>('/studio/api/change-sets/:id/drop', options, async (request, reply) => {
    const row = await openSet(request.params.id)
    const body = bodyOf(request)
    return change(reply, async () => {
      await sets.drop(row.id, editablePath(body.path), version(body.version))
      return {}
    })
  })

  async function preview(id: string, input: PreviewInput): Promise<object> {
    const row = await openSet(id)
    return { revision: await previews.save(row.id, input) }
  }
  app.post<WithId>('/studio/api/change-sets/:id/preview', options, (request) =>
    preview(request.params.id, previewOf(bodyOf(request).content)),
  )

  app.post('/studio/api/check-form', options, (request) => Promise.resolve(checkSample(bodyOf(request))))

  app.post<WithId>('/studio/api/change-sets/:id/publish', options, async (request, reply) => {
    const actor = actorOf(request)
    // The answer to the first request may have been lost. A published set has the content that it was published with.
    const done = publicationOf(await foundSet(request.params.id))
    if (done?.author === actor.author && done.note === actor.note) return answerOf(done)
    const row = await openSet(request.params.id)
    if (!(await sources.isLiveKnown()))
      return reply.code(409).send({
        error:
          'Nothing was published: the files of what is live are not on this server, which shows those that it was installed with. Make a publication live again first, or “As it was installed”, under Past publications.',
      })
    const live = await sources.live()
    const changes = await sets.changes(row.id)
    const seen = seenVersions(bodyOf(request).versions)
    if (seen && !isSeen(changes, seen))
      return reply.code(409).send({
        error:
          'Nothing was published: other changes were saved since you have looked. See what goes live, and publish again.',
        changes: changes.map(describeChange),
      })
    const { files, conflicts } = applyChanges(live.files, changes)
    if (conflicts.length > 0)
      return reply.code(409).send({ error: 'Other changes of these files were published meanwhile.', conflicts })
    try {
      const result = await publisher.publish(files, actor, live.revision, live.files)
      const { revision, unchanged, foreign } = result
      const answer = { author: actor.author, note: actor.note, revision, unchanged, foreign }
      return answerOf(await sets.markPublished(row.id, changes, answer))
    } catch (error) {
      return refuse(error, actor, reply)
    }
  })

  async function refuse(error: unknown, actor: Actor, reply: FastifyReply): Promise<unknown> {
    if (!(error instanceof PublishRefusal)) throw error
    await context.catalogue.logRefusal({
      author: actor.author,
      note: actor.note,
      detail: `studio: ${error.message}`.slice(0, 1000),
      address: actor.address,
    })
    return reply.code(error.status).send({ error: error.message, diagnostics: error.diagnostics.slice(0, 200) })
  }

  const actorOf = (request: FastifyRequest): Actor => {
    const body = bodyOf(request)
    return {
      author: line(body.author, 80, 'author'),
      note: line(body.note, 500, 'note'),
      urgent: body.urgent === true,
      address: request.ip,
    }
  }

  /** Makes an earlier revision live again; refused if another one went live than the author has seen. */
  app.post('/studio/api/take-back', options, async (request, reply) => {
    const { revision, expected } = bodyOf(request)
    const actor = actorOf(request)
    if (typeof revision !== 'string' || !/^[0-9a-f]{6,64}$/.test(revision) || typeof expected !== 'string')
      throw new StudioRefusal(
        400,
        '"revision" is the revision that goes live again, "expected" the one that is live now',
      )
    try {
      const result = await publisher.rollback(revision, actor, expected)
      return { revision: result.revision, unchanged: result.unchanged }
    } catch (error) {
      return refuse(error, actor, reply)
    }
  })
}

const answerOf = ({ revision, unchanged, foreign, next }: Publication) => ({
  revision,
  unchanged,
  foreign,
  next,
})

const describeSet = (row: ChangeSetRow) => {
  const { id, name, author, link, state, revision, created, updated } = row
  return {
    id,
    name,
    author,
    link,
    state,
    revision,
    next: publicationOf(row)?.next ?? null,
    created: Number(created),
    updated: Number(updated),
  }
}

const describeChange = ({ path, text, base, version, author, updated }: ChangeRow) => ({
  path,
  text,
  base,
  version: Number(version),
  author,
  time: Number(updated),
})

function bodyOf({ body }: FastifyRequest): Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : {}
}

/** The content of a preview: routes with screens, and languages with texts. */
function previewOf(text: unknown): PreviewInput {
  try {
    const { routes, locales, shell } = JSON.parse(String(text)) as PreviewInput
    if (
      !isPlain(routes) ||
      !isPlain(locales) ||
      !Object.values(routes).every((route) => route === null || isScreen(route))
    )
      throw new Error('no content of a preview')
    return { routes, locales, ...(shell && { shell }) }
  } catch {
    throw new StudioRefusal(400, '"content" is JSON with the screens and texts of the draft')
  }
}

/**
 * Replies of the server to the values of a form. The form and the values are JSON texts within the request: they are
 * nested deeper than a request may be.
 */
function checkSample({ id, form, sent }: Body): object {
  let parsed: { form: FormDef; sent: Record<string, Record<string, Json>> }
  try {
    parsed = {
      form: JSON.parse(String(form)) as FormDef,
      sent: JSON.parse(String(sent)) as Record<string, Record<string, Json>>,
    }
    if (
      !isPlain(parsed.form) ||
      !isPlain(parsed.form.schema) ||
      !Array.isArray(parsed.form.rules) ||
      !isPlain(parsed.sent) ||
      !Object.values(parsed.sent).every(isPlain)
    )
      throw new Error('no form')
  } catch {
    throw new StudioRefusal(400, '"form" is JSON of the form, "sent" of the values by call')
  }
  return { calls: checkForm(line(id, 200, 'id'), parsed.form, parsed.sent) }
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScreen = (value: unknown): boolean =>
  isPlain(value) && 'forms' in value && isPlain(value.forms) && 'body' in value && Array.isArray(value.body)

function editablePath(path: unknown): string {
  if (
    typeof path !== 'string' ||
    path.length > 300 ||
    !EDITABLE.test(path) ||
    !isProjectFile(path) ||
    path.includes('..')
  )
    throw new StudioRefusal(400, '"path" is a screen, a part, a form or the texts of a language')
  return path
}

function fileText(text: unknown, name: string): string | null {
  if (text === null) return null
  if (typeof text !== 'string' || text.length > FILE_CHARACTERS)
    throw new StudioRefusal(400, `"${name}" is the content of the file, or null`)
  return text
}

function version(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new StudioRefusal(400, '"version" is the version that was read, 0 for none')
  return value
}

/** The versions of the changes that the author has seen, by path; undefined: nothing is compared. */
function seenVersions(value: unknown): Readonly<Record<string, number>> | undefined {
  if (value === undefined) return undefined
  if (!isPlain(value)) throw new StudioRefusal(400, '"versions" has the version of each change that was seen, by path')
  return Object.fromEntries(Object.entries(value).map(([path, item]) => [path, version(item)]))
}

const isSeen = (changes: readonly ChangeRow[], seen: Readonly<Record<string, number>>): boolean =>
  changes.length === Object.keys(seen).length && changes.every((change) => seen[change.path] === Number(change.version))

/** One line of text without control characters; refuses an empty one and one that is too long. */
function line(value: unknown, length: number, name: string): string {
  const text = typeof value === 'string' ? readTyped('text', value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')) : ''
  if (text === '') throw new StudioRefusal(400, `"${name}" is missing`)
  if (text.length > length) throw new StudioRefusal(400, `"${name}" has more than ${length} characters`)
  return text
}
