import { forms as shipped } from '../../generated/forms.ts'
import type { ServerContext } from '../context.ts'
import { compile, NotCompiled, type Compiled, type Finding } from './compile.ts'
import { partsOf, type Content } from './revision.ts'
import { unkept } from './unsupported.ts'
import { Moved } from './store.ts'
import type { Screen } from '../../core/program.ts'

export interface Who {
  author: string
  note: string
  urgent: boolean
  address: string
}

/** Why something did not go live: a status, a sentence, and what the compiler found. */
export class NotPublished extends Error {
  constructor(
    readonly status: 400 | 404 | 409 | 422 | 503,
    message: string,
    readonly diagnostics: readonly Finding[] = [],
  ) {
    super(message)
  }
}

export interface Published {
  revision: string
  seq: number | null
  /** It was live already: nothing changed. */
  unchanged: boolean
  /** Files of the contract whose changes did not count: they come with the server. */
  foreign: readonly string[]
}

export function createPublisher(context: ServerContext, own: Readonly<Record<string, string>>) {
  let busy = false

  /** One at a time: a compiler takes a core. */
  async function compiled(files: Readonly<Record<string, string>> | null): Promise<Compiled> {
    if (busy) throw new NotPublished(503, 'Another publication is being compiled: try again in a moment.')
    busy = true
    try {
      return await compile({ files, own })
    } catch (error) {
      if (error instanceof NotCompiled) throw new NotPublished(422, error.message)
      throw error
    } finally {
      busy = false
    }
  }

  async function enter(action: 'publish' | 'rollback', content: Content, calls: Compiled['calls'], who: Who, expected: string | null | undefined, foreign: readonly string[]): Promise<Published> {
    const { manifest, files } = content
    const screens = Object.values(manifest.routes).map(({ hash }) => JSON.parse(files.get(hash) ?? 'null') as Screen)
    const parts = partsOf(manifest, screens)
    const [trouble] = unkept({ ...parts, forms: { ...shipped, ...parts.forms } }, calls)
    if (trouble !== undefined) throw new NotPublished(422, trouble)
    const { revision } = manifest
    const live = await context.catalogue.live()
    if (live?.revision === revision) return { revision, seq: null, unchanged: true, foreign }
    try {
      return { revision, seq: await context.catalogue.enter(content, { action, ...who }, expected), unchanged: false, foreign }
    } catch (error) {
      if (error instanceof Moved) throw new NotPublished(409, `Meanwhile ${error.message === '' ? 'nothing' : error.message} went live: look at what changes against that, and publish again.`)
      throw error
    }
  }

  return {
    async publish(files: Readonly<Record<string, string>>, who: Who, expected?: string | null): Promise<Published> {
      if (!Object.hasOwn(files, 'screens/shell.json')) throw new NotPublished(422, 'screens/shell.json is missing: these are not the files of a project.')
      const { diagnostics, content, foreign, calls } = await compiled(files)
      if (!content) {
        const why = foreign.length > 0 ? ` with the contract of this server, which differs from the one sent in ${foreign.slice(0, 5).join(', ')}` : ''
        throw new NotPublished(422, `The files do not pass check${why}: ${diagnostics.length} ${diagnostics.length === 1 ? 'finding' : 'findings'}.`, diagnostics)
      }
      return enter('publish', { manifest: content.manifest, files: new Map(Object.entries(content.files)), modules: new Map(Object.entries(content.modules)) }, calls, who, expected, foreign)
    },

    /** The revision is named by its hash or by the beginning of it. */
    async rollback(name: string, who: Who, expected?: string | null): Promise<Published> {
      const found = (await context.catalogue.revisions()).filter(({ revision }) => revision.startsWith(name))
      const [one] = found
      if (!one) throw new NotPublished(404, `There is no revision ${name}.`)
      if (found.length > 1) throw new NotPublished(404, `${found.length} revisions begin with ${name}: write more of it.`)
      const content = await context.catalogue.content(one.revision)
      if (!content) throw new NotPublished(404, `There is no revision ${name}.`)
      const { calls } = await compiled(null)
      return enter('rollback', content, calls, who, expected, [])
    },
  }
}
