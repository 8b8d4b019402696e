import type { UserPolling } from '../../engine/language/plugin.ts'
import { session, sessionAtom } from '../../engine/state/session.ts'
import { liveValueAtom } from '../../engine/state/data/liveValues.ts'
import { get, watch } from '../../engine/state/store.ts'

/** Interval between two requests while the app is visible. */
const POLL_INTERVAL_MS = 5_000

interface PollPorts {
  /** Fetches the user again. */
  fetchUser: () => Promise<unknown>
  /** A watched value has changed. */
  onChange: () => void
  /** There are more unread messages than before. */
  onMessage?: () => void
}

/** Fetches the user again while one of the watched values is pending: at intervals, and at once when the live value changes. Returns the function that stops it. */
export function pollUser(
  { values: watched, isPending, unread = () => 0, liveKey = () => null }: Omit<UserPolling, 'calls'>,
  { fetchUser, onChange, onMessage }: PollPorts,
): () => void {
  const values = (): readonly unknown[] => watched(session().user ?? {})
  const isWaiting = (): boolean => isPending(session().user ?? {})
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetching = false
  let shown = { generation: session().generation, values: values(), unread: unread(session().user ?? {}) }

  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!fetching && document.visibilityState === 'visible' && isWaiting())
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS)
  }

  let followed: { key: string; stop: () => void } | null = null
  /** Follows the live value of the user while a value is pending. */
  const follow = (): void => {
    const key = isWaiting() ? liveKey(session().user ?? {}) : null
    if (key === (followed?.key ?? null)) return
    followed?.stop()
    followed = null
    if (key === null) return
    const live = liveValueAtom(key)
    let last = get(live)?.seq
    const stop = watch(live, () => {
      const seq = get(live)?.seq
      if (last !== undefined && seq !== last) void fetchUser()
      last = seq
    })
    followed = { key, stop }
  }

  async function poll(): Promise<void> {
    fetching = true
    await fetchUser()
    fetching = false
    schedule()
  }

  const stop = watch(sessionAtom, () => {
    const { generation, user } = session()
    const last = shown
    shown = { generation, values: values(), unread: unread(user ?? {}) }
    const isSame = user !== null && generation === last.generation && last.values.every((value) => value !== undefined)
    if (isSame && shown.values.some((value, index) => value !== last.values[index])) onChange()
    if (isSame && shown.unread > last.unread) onMessage?.()
    if (timer === undefined || !isWaiting()) schedule()
    follow()
  })
  document.addEventListener('visibilitychange', schedule)
  schedule()
  follow()
  return () => {
    followed?.stop()
    clearTimeout(timer)
    fetching = true
    stop()
    document.removeEventListener('visibilitychange', schedule)
  }
}
