import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerContext } from '../../../context.ts'
import type { ChangeSets } from './changeSets.ts'
import type { Previews } from './previews.ts'

/** Before the scripts of the app: the draft's files replace those of the catalogue. */
const DRAFT_SCRIPT = '<script src="/studio/draft.js"></script>'
const NO_STORE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

interface Ports {
  sets: ChangeSets
  previews: Previews
}
type ByLink = { Params: { link: string } }

/** The app with the draft of a change set, under its secret link. The page is outside of the app's service worker. */
export function addDraftPages(
  app: FastifyInstance,
  { options, catalogue }: ServerContext,
  { sets, previews }: Ports,
): void {
  const index = join(options.dist ?? '', 'index.html')
  if (options.dist === undefined || !existsSync(index)) return
  const html = draftPage(readFileSync(index, 'utf8'))

  async function find(link: string) {
    const set = await sets.findByLink(link)
    return set && (await previews.find(set.id))
  }

  app.get<ByLink>('/draft/:link/', async ({ params }, reply) => {
    const set = await sets.findByLink(params.link)
    if (!set) return reply.callNotFound()
    // A published change set is in the app.
    if (set.state === 'published') return reply.headers(NO_STORE).redirect('/')
    return reply.headers(NO_STORE).type('text/html; charset=utf-8').send(html)
  })

  app.get<ByLink & { Params: { name: string } }>('/draft/:link/:name([0-9a-z]{4,64}).json', async (request, reply) => {
    const { link, name } = request.params
    const preview = await find(link)
    if (!preview) return reply.callNotFound()
    void reply.headers(NO_STORE).type('application/json; charset=utf-8')
    if (name === 'manifest') return reply.send(preview.manifest)
    if (name === 'live') {
      const { revision } = JSON.parse(preview.manifest) as { revision: string }
      const seq = Number(preview.seq)
      return reply.send({ seq, revision, urgent: seq, recent: [revision] })
    }
    const files = JSON.parse(preview.files) as Record<string, string>
    // The other files are those of the live revision.
    const text = Object.hasOwn(files, name) ? files[name] : await catalogue.file(name)
    return text === null || text === undefined ? reply.callNotFound() : reply.send(text)
  })
}

/** The page of the app, with the script of drafts and without the requests that would load the live catalogue. */
export const draftPage = (html: string): string =>
  html
    .replaceAll(/^.*rel="preload".*catalogue.*\n/gm, '')
    .replace('<script src="/h5/first.js">', `${DRAFT_SCRIPT}\n    <script src="/h5/first.js">`)
