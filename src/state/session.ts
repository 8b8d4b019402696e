import type { CallResult } from '../core/result.ts'
import { cell, derived, get, set, useValue, watch, type Atom } from './store.ts'
import { onlineAtom } from './network.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'

/** The user as user/info answers it (schemas/entities/user.json). */
export type SessionUser = Readonly<Record<string, unknown>>
export type Mode = 'real' | 'demo'

export interface Session {
  token: string | null
  user: SessionUser | null
  mode: Mode
  /** The launch is over: it is known whether somebody is logged in. */
  ready: boolean
  /** Counts the logins and logouts: names a session where the token must not stand, in cache keys and logs. */
  generation: number
}

type LoadUser = () => Promise<CallResult>

const sessionCell = cell<Session>({ token: null, user: null, mode: 'real', ready: false, generation: 0 })
export const sessionAtom: Atom<Session> = sessionCell
/** Somebody is logged in once their user info is there. */
export const loggedInAtom = derived((read) => {
  const { token, user } = read(sessionCell)
  return token !== null && user !== null
})
export const userAtom = derived((read) => read(sessionCell).user)
export const modeAtom = derived((read) => read(sessionCell).mode)
/** Changes when what the server would answer changes with it: another user, another account mode. */
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
 * At launch: with a stored token the user info is fetched before the session is ready; without one it is ready at once.
 * When the network fails, the stored user info stands until it is back. Answers with the way to stop watching for that.
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
  // Somebody logged out, or another logged in, while it travelled.
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

/** Takes the token, fetches the user info, and only then counts as logged in; without the user info there is no session. */
export async function login(newToken: string, load: LoadUser): Promise<CallResult> {
  change({ token: newToken, user: null })
  const result = await loadUser(load)
  if (!result.ok && get(sessionCell).token === newToken) logout()
  return result
}

/** Fetches the user info again, for what the server has changed. */
export const refreshUser = (load: LoadUser): Promise<CallResult> => loadUser(load)

/** Clears user info and token. */
export function logout(): void {
  change({ token: null, user: null, mode: 'real' })
}

export function setMode(mode: Mode): void {
  change({ mode })
}
