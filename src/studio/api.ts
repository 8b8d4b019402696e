/** The door of the studio: the operator key is kept for this tab only, and sent with each request. */
const KEY = 'placard.studio.key'
const AUTHOR = 'placard.studio.author'

export interface Credentials {
  key: string
  author: string
}

export function readCredentials(): Credentials | null {
  const key = sessionStorage.getItem(KEY)
  const author = localStorage.getItem(AUTHOR) ?? ''
  return key === null || author === '' ? null : { key, author }
}

export const lastAuthor = (): string => localStorage.getItem(AUTHOR) ?? ''

export function storeCredentials(credentials: Credentials | null): void {
  if (!credentials) return sessionStorage.removeItem(KEY)
  sessionStorage.setItem(KEY, credentials.key)
  localStorage.setItem(AUTHOR, credentials.author)
}

/** A refused request: its HTTP status, 0 without a connection, and the reply. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly reply: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** The message of a request without a connection. */
export const UNREACHABLE = 'The server cannot be reached.'

/** Sends a request to the server; `body` makes it a POST. Throws ApiError. */
export async function request<Reply>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Reply> {
  let response: Response
  try {
    response = await fetch(`/studio/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ''}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, UNREACHABLE)
  }
  const reply = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok) return reply as Reply
  const message = typeof reply.error === 'string' ? reply.error : `The server answered ${response.status}.`
  throw new ApiError(response.status, message, reply)
}

/** A public document of the server, or what it answers a form without the operator key. */
export async function fetchJson<Reply>(url: string, form?: URLSearchParams): Promise<Reply> {
  return (await (await fetch(url, form && { method: 'POST', body: form })).json()) as Reply
}

export interface ChangeSet {
  id: string
  name: string
  author: string
  /** The secret part of the address that opens the draft in the app. */
  link: string
  state: 'open' | 'published'
  revision: string | null
  /** The open change set with what was saved while this one was published. */
  next: string | null
  created: number
  updated: number
}

export interface Change {
  path: string
  text: string | null
  base: string | null
  version: number
  author: string
  time: number
}

/** Another author who has the change set open. */
export interface Present {
  author: string
  file: string | null
}

/** The live revision, and how often its files were replaced by others that users do not see. */
export interface LiveName {
  revision: string | null
  version: number
}

/** A row of the log of what went live. */
export interface Publication {
  seq: number
  time: number
  action: string
  revision: string | null
  author: string
  note: string
}

export interface Conflict {
  path: string
  base: string | null
  mine: string | null
  theirs: string | null
}

/** The answer to the publication of a change set. */
export interface Published {
  revision: string
  unchanged: boolean
  foreign: string[]
  next: string | null
}

export const api = {
  project: () => request<LiveName & { files: Record<string, string> }>('project'),
  history: () => request<{ rows: Publication[] }>('history'),
  fileHistory: (path: string) =>
    request<{
      rows: { author: string; time: number; changeSet: string; state: ChangeSet['state']; note: string }[]
    }>('file-history', { path }),
  /** Replies of the server to values that are sent with a form, by call. */
  checkForm: (id: string, form: object, sent: Readonly<Record<string, object>>) =>
    request<{ calls: { call: string; refusal: { code: string; params: Record<string, unknown> } | null }[] }>(
      'check-form',
      { id, form: JSON.stringify(form), sent: JSON.stringify(sent) },
    ),
  /** The addresses of the server's pictures. */
  pictures: () => request<{ addresses: string[] }>('pictures'),
  changeSets: () =>
    request<{
      live: LiveName
      changeSets: (ChangeSet & { files: { path: string; author: string; time: number }[] })[]
    }>('change-sets'),
  createChangeSet: (name: string, author: string) => request<ChangeSet>('change-sets', { name, author }),
  changeSet: (id: string) => request<ChangeSet & { changes: Change[] }>(`change-sets/${id}`),
  /** The same with who else has the change set open; it sends that this page has, with a file. */
  look: (id: string, author: string, file: string | null) =>
    request<ChangeSet & { changes: Change[]; others: Present[]; live: LiveName }>(`change-sets/${id}/look`, {
      author,
      file,
    }),
  rename: (id: string, name: string) => request<ChangeSet>(`change-sets/${id}/name`, { name }),
  /** Makes another link to the draft; the one before opens nothing any more. */
  endLink: (id: string) => request<ChangeSet>(`change-sets/${id}/link`, {}),
  remove: (id: string) => request<object>(`change-sets/${id}`, undefined, 'DELETE'),
  save: (id: string, change: Omit<Change, 'time'>) => request<{ version: number }>(`change-sets/${id}/save`, change),
  drop: (id: string, path: string, version: number) => request<object>(`change-sets/${id}/drop`, { path, version }),
  /** The content is a text within the request: it is deeper than the server parses a request. */
  preview: (id: string, content: object) =>
    request<{ revision: string | null }>(`change-sets/${id}/preview`, { content: JSON.stringify(content) }),
  /** Makes an earlier revision live again, while `expected` is live. */
  takeBack: (input: { revision: string; expected: string; note: string; author: string; urgent: boolean }) =>
    request<{ revision: string; unchanged: boolean }>('take-back', input),
  /** `versions`: those of the changes that the author has seen, by path. Refused if there are others. */
  publish: (
    id: string,
    input: { note: string; author: string; urgent: boolean; versions: Readonly<Record<string, number>> },
  ) => request<Published>(`change-sets/${id}/publish`, input),
}
