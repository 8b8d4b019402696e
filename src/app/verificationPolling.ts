import { statusIndex } from '../core/status.ts'
import { session, sessionAtom } from '../state/session.ts'
import { watch } from '../state/store.ts'

/** Interval between two requests while the app is visible. */
const POLL_INTERVAL_MS = 5_000
const IN_REVIEW = statusIndex('identity', 'inReview')

interface VerificationPorts {
  /** Fetches the user again. */
  fetchUser: () => Promise<unknown>
  /** The status of a verification level has changed. */
  onChange: () => void
}

const verificationLevels = (): unknown[] => [session().user?.identity, session().user?.advancedIdentity]

/** Polls the user while one of their verification levels is in review. Returns the function that stops it. */
export function pollVerification({ fetchUser, onChange }: VerificationPorts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetching = false
  let shown = { generation: session().generation, levels: verificationLevels() }

  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!fetching && document.visibilityState === 'visible' && verificationLevels().includes(IN_REVIEW))
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
    shown = { generation, levels: verificationLevels() }
    if (
      user !== null &&
      generation === last.generation &&
      last.levels.every((one) => one !== undefined) &&
      shown.levels.some((one, index) => one !== last.levels[index])
    )
      onChange()
    if (timer === undefined || !verificationLevels().includes(IN_REVIEW)) schedule()
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
