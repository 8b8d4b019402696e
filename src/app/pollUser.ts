import type { UserPolling } from '../core/product.ts'
import { session, sessionAtom } from '../state/session.ts'
import { watch } from '../state/store.ts'

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

/** Fetches the user again while one of the watched values is pending. Returns the function that stops it. */
export function pollUser(
  { values: watched, isPending, unread = () => 0 }: Omit<UserPolling, 'calls'>,
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
    const isSame = user !== null && generation === last.generation && last.values.every((one) => one !== undefined)
    if (isSame && shown.values.some((one, index) => one !== last.values[index])) onChange()
    if (isSame && shown.unread > last.unread) onMessage?.()
    if (timer === undefined || !isWaiting()) schedule()
  })
  document.addEventListener('visibilitychange', schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    fetching = true
    stop()
    document.removeEventListener('visibilitychange', schedule)
  }
}
