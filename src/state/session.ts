import type { CallResult } from '../core/result.ts'
import { cell, derived, get, set, useValue, watch, type Atom } from './store.ts'
import { onlineAtom } from './network.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'

/** The user as returned by user/info (schemas/entities/user.json). */
export type SessionUser = Readonly<Record<string, unknown>>
export type Mode = 'real' | 'demo'

export interface Session {
  token: string | null
  user: SessionUser | null
  mode: Mode
  /** The launch is complete: it is known whether a user is logged in. */
  ready: boolean
  /** Counts logins and logouts: identifies a session in cache keys and logs, which must not contain the token. */
  generation: number
}

type LoadUser = () => Promise<CallResult>

const sessionCell = cell<Session>({ token: null, user: null, mode: 'real', ready: false, generation: 0 })
export const sessionAtom: Atom<Session> = sessionCell
/** A user is logged in once their user info is fetched. */
export const loggedInAtom = derived((read) => {
  const { token, user } = read(sessionCell)
  return token !== null && user !== null
})
export const userAtom = derived((read) => read(sessionCell).user)
export const modeAtom = derived((read) => read(sessionCell).mode)
/** Changes when the server's replies change with it: another user, another account mode. */
export const sessionKeyAtom = derived((read) => {
  const { generation: epoch, mode } = read(sessionCell)
  return `${epoch} ${mode}`
})

export const useSession = (): Session => useValue(sessionAtom)
export const token = (): string | null => get(sessionCell).token
export const session = (): Session => get(sessionCell)

const isUser = (value: unknown): value is SessionUser => typeof value === 'object' && value !== null && !Array.isArray(value)

function change(patch: Partial<Session>): void {
  const last = get(sessionCell)
  const next = { ...last, ...patch }
  if (next.token !== last.token) next.generation += 1
  set(sessionCell, next)
  if ('token' in patch) writeText('token', next.token)
  if ('user' in patch) writeJson('userInfo', next.user)
  if ('mode' in patch) writeText('mode', next.mode)
}

/**
 * At launch: with a stored token the user info is fetched before the session is ready; without one it is ready immediately.
 * When the network fails, the stored user info is used until reconnect. Returns the function that stops watching for it.
 */
export async function startSession(load: LoadUser): Promise<() => void> {
  const stored = readText('token')
  const mode: Mode = readText('mode') === 'demo' ? 'demo' : 'real'
  const { generation: epoch } = get(sessionCell)
  set(sessionCell, { token: stored, user: null, mode, ready: stored === null, generation: epoch + 1 })
  if (stored === null) return () => undefined
  let fresh = (await loadUser(load)).ok
  if (!fresh && get(sessionCell).token === stored) set(sessionCell, { ...get(sessionCell), user: readJson('userInfo', isUser) })
  set(sessionCell, { ...get(sessionCell), ready: true })
  const stop = watch(onlineAtom, () => {
    if (fresh || !get(onlineAtom) || get(sessionCell).token !== stored) return
    void loadUser(load).then(({ ok }) => (fresh = ok))
  })
  return stop
}

async function loadUser(load: LoadUser): Promise<CallResult> {
  const before = get(sessionCell).token
  const result = await load()
  // A logout, or another login, happened during the request.
  if (get(sessionCell).token !== before) return { ok: false, kind: 'session', code: 'sessionChanged', message: 'The session changed.', params: {} }
  if (!result.ok) {
    if (result.kind === 'session') logout()
    return result
  }
  if (!isUser(result.data)) return { ok: false, kind: 'invalid', code: 'replyNotContract', message: 'The user info is not what the contract says.', params: {} }
  const { mode } = result.data
  change({ user: result.data, ...((mode === 'real' || mode === 'demo') && { mode }) })
  return result
}

/** Stores the token and fetches the user info; only then is the user logged in. Without the user info there is no session. */
export async function login(newToken: string, load: LoadUser): Promise<CallResult> {
  change({ token: newToken, user: null })
  const result = await loadUser(load)
  if (!result.ok && get(sessionCell).token === newToken) logout()
  return result
}

/** Fetches the user info again, after a change on the server. */
export const refreshUser = (load: LoadUser): Promise<CallResult> => loadUser(load)

/** Clears user info and token. */
export function logout(): void {
  change({ token: null, user: null, mode: 'real' })
}

export function setMode(mode: Mode): void {
  change({ mode })
}
