import type { UserPolling } from '../../engine/language/plugin.ts'
import type { Client } from '../../engine/state/client/client.ts'
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
  { session, live }: Pick<Client, 'session' | 'live'>,
  { values: watched, isPending, unread = () => 0, liveKey = () => null }: Omit<UserPolling, 'calls'>,
  { fetchUser, onChange, onMessage }: PollPorts,
): () => void {
  const values = (): readonly unknown[] => watched(session.current().user ?? {})
  const isWaiting = (): boolean => isPending(session.current().user ?? {})
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetching = false
  let shown = {
    generation: session.current().generation,
    values: values(),
    unread: unread(session.current().user ?? {}),
  }

  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!fetching && document.visibilityState === 'visible' && isWaiting())
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS)
  }

  let followed: { key: string; stop: () => void } | null = null
  /** Follows the live value of the user while a value is pending. */
  const follow = (): void => {
    const key = isWaiting() ? liveKey(session.current().user ?? {}) : null
    if (key === (followed?.key ?? null)) return
    followed?.stop()
    followed = null
    if (key === null) return
    const value = live.atomOf(key)
    let last = get(value)?.seq
    const stop = watch(value, () => {
      const seq = get(value)?.seq
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

  const stop = watch(session.atom, () => {
    const { generation, user } = session.current()
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
