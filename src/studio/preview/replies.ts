import { fetchJson } from '../api.ts'
import { FAILED, payloadOf } from '../../../codegen/fixtures/reply.ts'
import type { CompilerClient } from '../compiler/client.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import type { AnswerChoice, AskedCall, Envelope } from '../compiler/protocol.ts'

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
export function recordedReplies(): Promise<ReadonlyMap<string, Envelope>> {
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

/** The data that the user of a preview gets of a call; null where the call is refused. */
export async function dataFor(
  compiler: Pick<CompilerClient, 'answer'>,
  { asks, method }: { asks: AskedCall; method: 'GET' | 'POST' },
  choice: AnswerChoice,
): Promise<Json> {
  const answer = await compiler.answer(asks, choice, (await recordedReplies()).get(asks.call))
  if (answer) return answer.kind === 'loading' ? null : answer.body.data
  return serverData(asks, method)
}

/** The server's own answer to a call for a visitor; null where the call is refused. */
export async function serverData({ call, payload }: AskedCall, method: 'GET' | 'POST'): Promise<Json> {
  const form = new URLSearchParams(
    Object.entries(payload).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )
  const url = `/api/${call}`
  const { data } = await (method === 'GET'
    ? fetchJson<Partial<Envelope>>(`${url}?${form.toString()}`)
    : fetchJson<Partial<Envelope>>(url, form))
  return data ?? null
}

/** Time after which the app asks for stale data again. */
const STALE_AFTER_MS = 1_500

/** Answers the app's calls in a frame instead of the server; null lets a request pass. */
export function createReplies(
  compiler: CompilerClient,
  choice: AnswerChoice,
  refresh: () => void,
): (url: string, init?: RequestInit) => Promise<Response | null> | null {
  const { data, queries, user, fixture } = choice
  if (
    data === 'live' &&
    user === 'visitor' &&
    fixture === '' &&
    Object.values(queries).every((query) => query === 'live')
  )
    return () => null
  const answered = new Set<string>()
  return (url, init) => {
    const call = /^\/api\/([\w/]+)/.exec(url)?.[1]
    return call === undefined ? null : reply(url, call, init)
  }

  async function reply(url: string, call: string, init: RequestInit | undefined): Promise<Response | null> {
    const payload = payloadOf(url, init?.body)
    const answer = await compiler.answer({ call, payload }, choice, (await recordedReplies()).get(call))
    if (answer === null) return null
    if (answer.kind === 'loading')
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      )
    if (answer.kind === 'reply') return response(answer.status, answer.body)
    // Stale data fails once it has come, and the app is made to ask again.
    const key = `${call} ${JSON.stringify(payload)}`
    if (answered.has(key)) return response(FAILED.status, FAILED.body)
    answered.add(key)
    setTimeout(refresh, STALE_AFTER_MS)
    return response(answer.status, answer.body)
  }
}

const response = (status: number, body: Envelope): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
