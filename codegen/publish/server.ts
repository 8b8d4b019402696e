import { sha256 } from '../../src/engine/language/values/sha256.ts'
import type { Manifest } from '../../src/engine/language/expressions/program.ts'
import type { Catalogue } from '../compiler/catalogue.ts'
import type { Diagnostic } from '../compiler/source/findings/diagnostics.ts'

export interface Revision {
  revision: string
  author: string
  note: string
  /** Unix seconds. */
  time: number
}

export interface LogRow {
  seq: number
  action: 'build' | 'publish' | 'rollback' | 'refused'
  revision: string | null
  urgent: boolean
  author: string
  note: string
  detail: string
  address: string
  time: number
}

export interface State {
  live: { seq: number; revision: string } | null
  revisions: Revision[]
}

export interface Publication {
  revision: string
  unchanged: boolean
  foreign: string[]
}

export interface Change {
  author: string
  note: string
  urgent: boolean
  /** The revision that was live when the change was reviewed. */
  expected: string | null
}

/** The server refused, or did not respond. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly diagnostics: readonly Diagnostic[] = [],
  ) {
    super(message)
  }
}

const TIMEOUT_MS = 60_000
/** Maximum concurrent downloads. */
const MAX_DOWNLOADS = 16

export interface Server {
  state(): Promise<State>
  log(): Promise<LogRow[]>
  publish(change: Change & { files: Record<string, string> }): Promise<Publication>
  rollback(change: Change & { revision: string }): Promise<Publication>
  /** Downloads a revision and verifies the hash of each file. */
  catalogue(revision: string): Promise<Pick<Catalogue, 'manifest' | 'files'>>
}

/**
 * A client of the publishing API of a server; sends nothing itself.
 * Its requests throw Refused after 60 seconds, or if the server refuses or is unreachable.
 */
export function connect(origin: string, key: string): Server {
  async function get(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(origin + path, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      throw new Refused(
        `${origin} does not answer${cause?.code ? ` (${cause.code})` : ''}. Is the server running there? --server names another one.`,
      )
    }
  }

  async function request<T>(path: string, body?: object): Promise<T> {
    const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
    const response = await get(`/operator/catalogue${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const reply: unknown = await response.json().catch(() => null)
    if (response.ok && reply !== null) return reply as T
    const { error, diagnostics = [] } = (reply ?? {}) as { error?: string; diagnostics?: Diagnostic[] }
    if (response.status === 404 && error === undefined)
      throw new Refused(`${origin} takes no publications: it is another kind of server, or has no operator key.`)
    throw new Refused(error ?? `${origin} answered with HTTP ${response.status}.`, diagnostics)
  }

  async function file(hash: string): Promise<string> {
    const response = await get(`/h5/catalogue/${hash}.json`)
    if (!response.ok) throw new Refused(`${origin} has no file ${hash} (HTTP ${response.status}).`)
    const text = await response.text()
    if (sha256(text).slice(0, hash.length) !== hash)
      throw new Refused(`The file ${hash} of ${origin} is not what its name says.`)
    return text
  }

  return {
    state: () => request(''),
    log: async () => (await request<{ rows: LogRow[] }>('/log')).rows,
    publish: (change) => request('/publish', change),
    rollback: (change) => request('/rollback', change),
    async catalogue(revision) {
      const manifest: Manifest = { revision, ...(JSON.parse(await file(revision)) as Omit<Manifest, 'revision'>) }
      const files = new Map<string, string>()
      const names = [
        ...new Set([...Object.values(manifest.routes).map(({ hash }) => hash), ...Object.values(manifest.locales)]),
      ]
      for (let from = 0; from < names.length; from += MAX_DOWNLOADS) {
        await Promise.all(
          names.slice(from, from + MAX_DOWNLOADS).map(async (hash) => files.set(hash, await file(hash))),
        )
      }
      return { manifest, files }
    },
  }
}
