import type { CallResult } from '../../language/result.ts'
import { STALE_AFTER_MS } from '../../language/constants.ts'
import { classify } from '../../language/resultClass.ts'
import { within } from '../../language/within.ts'
import { createAtom, derivedAtom, get, set, setAll, watch, type Atom, type WritableAtom } from '../store.ts'
import { onlineAtom } from '../data/network.ts'
import type { PreferencesState } from './preferences.ts'
import type { DeviceStorage } from './storage.ts'

/** The user as returned by the service `user`. */
export type SessionUser = Readonly<Record<string, unknown>>
/** One of the product's account modes. */
export type Mode = string
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

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The storage name of the id of the user whose preferences are on the device. A visitor's have none: they become those of the next user. */
const OWNER = 'preferencesOf'
const idOf = ({ id }: SessionUser): string => (typeof id === 'string' ? id : '')

/** The session of a client. The first of the modes is that of a visitor. */
export function createSession(
  modes: readonly [Mode, ...Mode[]],
  preferences: Pick<PreferencesState, 'removeOfUser' | 'restoreOfUser'>,
  storage: DeviceStorage,
) {
  const isMode = (value: unknown): value is Mode => (modes as readonly unknown[]).includes(value)
  const base = createAtom<Session>({ token: null, user: null, mode: modes[0], ready: false, generation: 0 })
  const atom: Atom<Session> = base
  /** A user is logged in once their user info is fetched. */
  const loggedIn = derivedAtom((read) => {
    const { token, user } = read(base)
    return token !== null && user !== null
  })
  const user = derivedAtom((read) => read(base).user)
  const mode = derivedAtom((read) => read(base).mode)
  /** Changes when the server's replies change with it: another user, another account mode. */
  const key = derivedAtom((read) => {
    const { generation, mode } = read(base)
    return `${generation} ${mode}`
  })
  /** The token that calls send; null without a session. */
  const token = (): string | null => get(base).token
  const current = (): Session => get(base)

  /** Sets the session. With its end, or with another user, the preferences of the user before are gone at the same moment, and those kept of the other user are back. */
  function apply(next: Session, isOver: boolean): void {
    const owner = storage.readText(OWNER)
    const isOther = next.user !== null && owner !== idOf(next.user)
    const removes = owner !== null && (isOver || isOther)
    setAll([
      [base as WritableAtom<unknown>, next],
      ...(removes ? preferences.removeOfUser(owner) : []),
      ...(next.user !== null && isOther ? preferences.restoreOfUser(idOf(next.user)) : []),
    ])
    if (next.user !== null) storage.writeText(OWNER, idOf(next.user))
    else if (removes) storage.writeText(OWNER, null)
  }

  function change(patch: Partial<Session>): void {
    const last = get(base)
    const next = { ...last, ...patch }
    if (next.token !== last.token) next.generation += 1
    apply(next, next.token === null || (last.token !== null && next.token !== last.token))
    if ('token' in patch) storage.writeText('token', next.token)
    if ('user' in patch) storage.writeJson('userInfo', next.user)
    if ('mode' in patch) storage.writeText('mode', next.mode)
  }

  /** The user info is that of an earlier time: its last request was not answered. */
  let isUserOld = false

  /**
   * At launch: with a stored token the user info is fetched before the session is ready; without one it is ready immediately.
   * When the network fails or does not answer for moments, the stored user info is used until there is an answer, to this request or to one
   * after a reconnect. Returns the function that stops watching for the reconnect.
   */
  async function start(load: LoadUser): Promise<() => void> {
    const stored = storage.readText('token')
    const storedMode = storage.readText('mode')
    const mode = isMode(storedMode) ? storedMode : modes[0]
    const { generation } = get(base)
    const storedUser = storage.readJson('userInfo', isUser)
    // A session without a stored owner: the preferences are those of its stored user.
    if (stored !== null && storedUser !== null && storage.readText(OWNER) === null)
      storage.writeText(OWNER, idOf(storedUser))
    apply({ token: stored, user: null, mode, ready: stored === null, generation: generation + 1 }, stored === null)
    if (stored === null) return () => undefined
    const loading = loadUser(load)
    const result = await (storedUser === null ? loading : within(STALE_AFTER_MS, loading))
    if (!result?.ok && get(base).token === stored) {
      isUserOld = true
      set(base, { ...get(base), user: storedUser })
    }
    set(base, { ...get(base), ready: true })
    return watch(onlineAtom, () => {
      if (get(onlineAtom)) retryUser(load)
    })
  }

  /** The server can be reached again: fetches the user info where its last request was not answered. */
  function retryUser(load: LoadUser): void {
    if (isUserOld && get(base).token !== null) void loadUser(load)
  }

  /** Loads of the user in the order of their starts: a reply that is older than the user in the session is dropped. */
  let lastLoad = 0
  let appliedLoad = 0

  async function loadUser(load: LoadUser): Promise<CallResult> {
    const tokenBefore = get(base).token
    lastLoad += 1
    const thisLoad = lastLoad
    const result = await load()
    // A logout, or another login, happened during the request.
    if (get(base).token !== tokenBefore)
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
  async function login(newToken: string, load: LoadUser): Promise<CallResult> {
    change({ token: newToken, user: null })
    const result = await loadUser(load)
    if (!result.ok && get(base).token === newToken) logout()
    return result
  }

  /** Another tab has switched the account: the server has this mode too. */
  function adoptMode(mode: unknown): void {
    const { user } = get(base)
    if (isMode(mode)) change({ mode, ...(user && { user: { ...user, mode } }) })
  }

  /** Fetches the user info again, after a change on the server. */
  const refreshUser = (load: LoadUser): Promise<CallResult> => loadUser(load)

  /** Sets the user in the reply to a write. Fetches it instead if another reply was applied meanwhile: either may be the later one. */
  async function applyUserReply(write: () => Promise<CallResult>, load: LoadUser): Promise<CallResult> {
    const appliedBefore = appliedLoad
    const result = await write()
    if (result.ok) await loadUser(appliedLoad === appliedBefore ? () => Promise.resolve(result) : load)
    return result
  }

  /** Clears user info and token. */
  function logout(): void {
    isUserOld = false
    change({ token: null, user: null, mode: modes[0] })
  }

  return {
    atom,
    loggedIn,
    user,
    mode,
    key,
    token,
    current,
    start,
    retryUser,
    login,
    adoptMode,
    refreshUser,
    applyUserReply,
    logout,
  }
}

export type SessionState = ReturnType<typeof createSession>
