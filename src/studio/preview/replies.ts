import { fetchJson } from '../api.ts'
import type { Json } from '../../core/program.ts'
import services from '../../product/services.json'
import type { CompilerClient } from '../compiler/client.ts'
import { PERSONA_FIELDS } from './personas.ts'
import type { DataState, Persona } from './settings.ts'

interface Envelope {
  type: string
  code: number
  message: string
  params: object
  data: Json
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      { responses?: Record<string, { content?: { 'application/json'?: { examples?: { ok?: { value: Envelope } } } } }> }
    >
  >
}

let recorded: Promise<ReadonlyMap<string, Envelope>> | null = null

/** The recorded reply of each call, from the document of the protocol. */
function recordedReplies(): Promise<ReadonlyMap<string, Envelope>> {
  recorded ??= fetchJson<OpenApi>('/api/openapi.json').then(
    ({ paths }) =>
      new Map(
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.values(methods).flatMap(({ responses }) => {
            const value = responses?.['200']?.content?.['application/json']?.examples?.ok?.value
            return value ? [[path.slice(1), value] as const] : []
          }),
        ),
      ),
  )
  return recorded
}

/** Time after which the app asks for stale data again. */
const STALE_AFTER_MS = 1_500

/** Calls that the app itself makes: a state of the screen's data leaves them as they are. */
const OWN_CALLS = new Set<string>(Object.values(services))

/** Answers the app's calls in a frame instead of the server; null lets a request pass. */
export function createReplies(
  compiler: CompilerClient,
  { data, calls, user }: { data: DataState; calls: Readonly<Record<string, DataState>>; user: Persona },
  refresh: () => void,
): (url: string, init?: RequestInit) => Promise<Response> | null {
  if (data === 'live' && user === 'visitor' && Object.values(calls).every((one) => one === 'live')) return () => null
  const answered = new Set<string>()
  /** A stale call fails once it has answered, and the app is made to ask again. */
  const stepOf = (call: string, state: DataState): DataState => {
    if (state !== 'stale') return state
    if (answered.has(call)) return 'failed'
    answered.add(call)
    setTimeout(refresh, STALE_AFTER_MS)
    return 'typical'
  }
  return (url, init) => {
    const call = /^\/api\/([\w/]+)/.exec(url)?.[1]
    if (call === undefined) return null
    const state = OWN_CALLS.has(call) ? 'typical' : (calls[call] ?? data)
    if (call === services.user || user !== 'visitor' || state !== 'live')
      return answer(compiler, call, stepOf(call, state), user, init)
    return null
  }
}

async function answer(
  compiler: CompilerClient,
  call: string,
  state: DataState,
  user: Persona,
  init: RequestInit | undefined,
): Promise<Response> {
  if (state === 'loading')
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    )
  if (state === 'failed') return reply(500, { type: 'error', code: 0, message: '', params: {}, data: null })
  const found = (await recordedReplies()).get(call)
  if (!found) return reply(404, { type: 'error', code: 0, message: '', params: {}, data: null })
  const variant = state === 'live' || state === 'stale' ? 'typical' : state
  const varied = await compiler.reply(call, variant, found.data)
  const own = call === services.user && user !== 'visitor' ? PERSONA_FIELDS[user] : {}
  const body = typeof varied === 'object' && varied !== null && !Array.isArray(varied) ? { ...varied, ...own } : varied
  return reply(200, { ...found, data: body })
}

const reply = (status: number, body: Envelope): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
