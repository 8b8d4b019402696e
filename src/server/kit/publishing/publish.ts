import { forms as shipped } from '../../../generated/forms.ts'
import type { ServerContext } from '../../context.ts'
import { compile, CompileError, type CompileResult, type Finding } from './compile.ts'
import { formsAndCallsOf, type RevisionContent } from './revision.ts'
import { unsupportedBy } from './unsupported.ts'
import { createSources } from './sources.ts'
import { ConflictError } from './store.ts'
import type { Screen } from '../../../engine/language/expressions/program.ts'

export interface Actor {
  author: string
  note: string
  urgent: boolean
  address: string
}

/** A refused publication: HTTP status, message and findings of the compiler. */
export class PublishRefusal extends Error {
  constructor(
    readonly status: 400 | 404 | 409 | 422 | 503,
    message: string,
    readonly diagnostics: readonly Finding[] = [],
  ) {
    super(message)
  }
}

export interface PublishResult {
  revision: string
  seq: number | null
  /** The revision was already live. */
  unchanged: boolean
  /** Contract files whose changes were ignored: the contract is part of the server. */
  foreign: readonly string[]
}

/**
 * Creates the functions that publish and roll back. `own`: the files of this server's contract, path to text. Both functions
 * throw PublishRefusal.
 */
export function createPublisher(context: ServerContext, own: Readonly<Record<string, string>>) {
  const sources = createSources(context)
  let busy = false

  /** One compilation at a time, since it occupies a core. */
  async function compiled(files: Readonly<Record<string, string>> | null): Promise<CompileResult> {
    if (busy) throw new PublishRefusal(503, 'Another publication is being compiled: try again in a moment.')
    busy = true
    try {
      return await compile({ files, own })
    } catch (error) {
      if (error instanceof CompileError) throw new PublishRefusal(422, error.message)
      throw error
    } finally {
      busy = false
    }
  }

  async function putLive(
    action: 'publish' | 'rollback',
    content: RevisionContent,
    calls: CompileResult['calls'],
    actor: Actor,
    expected: string | null | undefined,
    foreign: readonly string[],
  ): Promise<PublishResult> {
    const { manifest, files } = content
    const screens = Object.values(manifest.routes).map(({ hash }) => JSON.parse(files.get(hash) ?? 'null') as Screen)
    const parts = formsAndCallsOf(manifest, screens)
    const [problem] = unsupportedBy({ ...parts, forms: { ...shipped, ...parts.forms } }, calls)
    if (problem !== undefined) throw new PublishRefusal(422, problem)
    const { revision } = manifest
    const live = await context.catalogue.live()
    if (live?.revision === revision) return { revision, seq: null, unchanged: true, foreign }
    try {
      return {
        revision,
        seq: await context.catalogue.putLive(content, { action, ...actor }, expected),
        unchanged: false,
        foreign,
      }
    } catch (error) {
      if (error instanceof ConflictError)
        throw new PublishRefusal(
          409,
          `Meanwhile ${error.message === '' ? 'nothing' : error.message} went live: look at what changes against that, and publish again.`,
        )
      throw error
    }
  }

  return {
    /** `before`: the live files that these are made of; without them nothing is compared. */
    async publish(
      files: Readonly<Record<string, string>>,
      actor: Actor,
      expected?: string | null,
      before?: Readonly<Record<string, string>>,
    ): Promise<PublishResult> {
      if (!Object.hasOwn(files, 'screens/shell.json'))
        throw new PublishRefusal(422, 'screens/shell.json is missing: these are not the files of a project.')
      const { diagnostics, content, foreign, calls } = await compiled(files)
      if (!content) {
        const why =
          foreign.length > 0
            ? ` with the contract of this server, which differs from the one sent in ${foreign.slice(0, 5).join(', ')}`
            : ''
        throw new PublishRefusal(
          422,
          `The files do not pass check${why}: ${diagnostics.length} ${diagnostics.length === 1 ? 'finding' : 'findings'}.`,
          diagnostics,
        )
      }
      // The source is there before its revision is live: a page that reads the live files gets those of that revision. The files of one that is
      // live already are replaced below.
      const { revision } = content.manifest
      const { revision: live } = await sources.name()
      const isFirst = live !== revision && (await sources.record(revision, files))
      const result = await putLive(
        'publish',
        {
          manifest: content.manifest,
          files: new Map(Object.entries(content.files)),
          modules: new Map(Object.entries(content.modules)),
        },
        calls,
        actor,
        expected,
        foreign,
      ).catch(async (error: unknown) => {
        if (isFirst) await sources.forget(revision)
        throw error
      })
      if (!(await sources.replace(revision, files, result.unchanged ? before : undefined)))
        throw new PublishRefusal(
          409,
          'Meanwhile another author has published: look at what changes, and publish again.',
        )
      return result
    },

    /** `name`: the hash of a revision or its beginning. */
    async rollback(name: string, actor: Actor, expected?: string | null): Promise<PublishResult> {
      const matches = (await context.catalogue.revisions()).filter(({ revision }) => revision.startsWith(name))
      const [one] = matches
      if (!one) throw new PublishRefusal(404, `There is no revision ${name}.`)
      if (matches.length > 1)
        throw new PublishRefusal(404, `${matches.length} revisions begin with ${name}: write more of it.`)
      const content = await context.catalogue.content(one.revision)
      if (!content) throw new PublishRefusal(404, `There is no revision ${name}.`)
      const { calls } = await compiled(null)
      return putLive('rollback', content, calls, actor, expected, [])
    },
  }
}

export type Publisher = ReturnType<typeof createPublisher>
