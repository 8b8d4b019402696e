import type { CallResult } from '../language/result.ts'
import { STALE_AFTER_MS } from '../language/constants.ts'
import { classify } from '../language/resultClass.ts'
import { within } from '../language/within.ts'
import { createAtom, derivedAtom, get, set, setAll, useValue, watch, type Atom, type WritableAtom } from './store.ts'
import { onlineAtom } from './data/network.ts'
import { removeUserPreferences } from './prefs.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'

/** The user as returned by the service `user`. */
export type SessionUser = Readonly<Record<string, unknown>>
/** One of the product's account modes. */
export type Mode = string
/** The modes of the product, set at the start; the first is that of a visitor. */
let modes: readonly [Mode, ...Mode[]] = ['']
const isMode = (value: unknown): value is Mode => (modes as readonly unknown[]).includes(value)

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

const baseSessionAtom = createAtom<Session>({ token: null, user: null, mode: modes[0], ready: false, generation: 0 })
export const sessionAtom: Atom<Session> = baseSessionAtom
/** A user is logged in once their user info is fetched. */
export const loggedInAtom = derivedAtom((read) => {
  const { token, user } = read(baseSessionAtom)
  return token !== null && user !== null
})
export const userAtom = derivedAtom((read) => read(baseSessionAtom).user)
export const modeAtom = derivedAtom((read) => read(baseSessionAtom).mode)
/** Changes when the server's replies change with it: another user, another account mode. */
export const sessionKeyAtom = derivedAtom((read) => {
  const { generation, mode } = read(baseSessionAtom)
  return `${generation} ${mode}`
})

export const useSession = (): Session => useValue(sessionAtom)
/** Returns the token that calls send, for code outside of React components; null without a session. */
export const token = (): string | null => get(baseSessionAtom).token
/** Returns the current session, for code outside of React components. */
export const session = (): Session => get(baseSessionAtom)

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The storage name of the id of the user whose preferences are on the device. A visitor's have none: they become those of the next user. */
const OWNER = 'preferencesOf'
const idOf = ({ id }: SessionUser): string => (typeof id === 'string' ? id : '')

/** Sets the session. With its end, or with another user, the preferences of the user before are gone at the same moment. */
function apply(next: Session, isOver: boolean): void {
  const owner = readText(OWNER)
  const isOther = next.user !== null && owner !== idOf(next.user)
  const removes = owner !== null && (isOver || isOther)
  setAll([[baseSessionAtom as WritableAtom<unknown>, next], ...(removes ? removeUserPreferences() : [])])
  if (next.user !== null) writeText(OWNER, idOf(next.user))
  else if (removes) writeText(OWNER, null)
}

function change(patch: Partial<Session>): void {
  const last = get(baseSessionAtom)
  const next = { ...last, ...patch }
  if (next.token !== last.token) next.generation += 1
  apply(next, next.token === null || (last.token !== null && next.token !== last.token))
  if ('token' in patch) writeText('token', next.token)
  if ('user' in patch) writeJson('userInfo', next.user)
  if ('mode' in patch) writeText('mode', next.mode)
}

/** The user info is that of an earlier time: its last request was not answered. */
let isUserOld = false

/**
 * At launch: with a stored token the user info is fetched before the session is ready; without one it is ready immediately.
 * When the network fails or does not answer for moments, the stored user info is used until there is an answer, to this request or to one
 * after a reconnect. Returns the function that stops watching for the reconnect.
 */
export async function startSession(load: LoadUser, ofProduct: readonly [Mode, ...Mode[]]): Promise<() => void> {
  modes = ofProduct
  const stored = readText('token')
  const storedMode = readText('mode')
  const mode = isMode(storedMode) ? storedMode : modes[0]
  const { generation } = get(baseSessionAtom)
  const storedUser = readJson('userInfo', isUser)
  // A session without a stored owner: the preferences are those of its stored user.
  if (stored !== null && storedUser !== null && readText(OWNER) === null) writeText(OWNER, idOf(storedUser))
  apply({ token: stored, user: null, mode, ready: stored === null, generation: generation + 1 }, stored === null)
  if (stored === null) return () => undefined
  const loading = loadUser(load)
  const result = await (storedUser === null ? loading : within(STALE_AFTER_MS, loading))
  if (!result?.ok && get(baseSessionAtom).token === stored) {
    isUserOld = true
    set(baseSessionAtom, { ...get(baseSessionAtom), user: storedUser })
  }
  set(baseSessionAtom, { ...get(baseSessionAtom), ready: true })
  return watch(onlineAtom, () => {
    if (get(onlineAtom)) retryUser(load)
  })
}

/** The server can be reached again: fetches the user info where its last request was not answered. */
export function retryUser(load: LoadUser): void {
  if (isUserOld && get(baseSessionAtom).token !== null) void loadUser(load)
}

/** Loads of the user in the order of their starts: a reply that is older than the user in the session is dropped. */
let lastLoad = 0
let appliedLoad = 0

async function loadUser(load: LoadUser): Promise<CallResult> {
  const tokenBefore = get(baseSessionAtom).token
  lastLoad += 1
  const thisLoad = lastLoad
  const result = await load()
  // A logout, or another login, happened during the request.
  if (get(baseSessionAtom).token !== tokenBefore)
    return { ok: false, kind: 'session', code: 'sessionChanged', message: 'The session changed.', params: {} }
  if (!result.ok) {
    if (classify(result) === 'sessionEnded') logout()
    else isUserOld = true
    return result
  }
  if (!isUser(result.data))
    return {
      ok: false,
      kind: 'invalid',
      code: 'replyNotContract',
      message: 'The user info is not what the contract says.',
      params: {},
    }
  if (thisLoad < appliedLoad) return result
  appliedLoad = thisLoad
  isUserOld = false
  const { mode } = result.data
  change({ user: result.data, ...(isMode(mode) && { mode }) })
  return result
}

/** Stores the token and fetches the user info; only then is the user logged in. Without the user info there is no session. */
export async function login(newToken: string, load: LoadUser): Promise<CallResult> {
  change({ token: newToken, user: null })
  const result = await loadUser(load)
  if (!result.ok && get(baseSessionAtom).token === newToken) logout()
  return result
}

/** Another tab has switched the account: the server has this mode too. */
export function adoptMode(mode: unknown): void {
  const { user } = get(baseSessionAtom)
  if (isMode(mode)) change({ mode, ...(user && { user: { ...user, mode } }) })
}

/** Fetches the user info again, after a change on the server. */
export const refreshUser = (load: LoadUser): Promise<CallResult> => loadUser(load)

/** Sets the user in the reply to a write. Fetches it instead if another reply was applied meanwhile: either may be the later one. */
export async function applyUserReply(write: () => Promise<CallResult>, load: LoadUser): Promise<CallResult> {
  const appliedBefore = appliedLoad
  const result = await write()
  if (result.ok) await loadUser(appliedLoad === appliedBefore ? () => Promise.resolve(result) : load)
  return result
}

/** Clears user info and token. */
export function logout(): void {
  isUserOld = false
  change({ token: null, user: null, mode: modes[0] })
}
