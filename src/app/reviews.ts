import { position } from '../core/status.ts'
import { session, sessionAtom } from '../state/session.ts'
import { watch } from '../state/store.ts'

/** How often an app in use asks how a review of its reader ended. */
const LOOK_EVERY_MS = 5_000
const IN_REVIEW = position('identity', 'inReview')

interface Reviews {
  /** Fetches the user again. */
  look: () => Promise<unknown>
  /** A level of the verification has another status than before. */
  changed: () => void
}

const levels = (): unknown[] => [session().user?.identity, session().user?.advancedIdentity]

/** While a level of the reader's verification is in review, asks for its end. Answers with the way to stop. */
export function watchReviews({ look, changed }: Reviews): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = false
  let shown = { epoch: session().epoch, levels: levels() }

  const later = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!looking && document.visibilityState === 'visible' && levels().includes(IN_REVIEW)) timer = setTimeout(() => void ask(), LOOK_EVERY_MS)
  }

  async function ask(): Promise<void> {
    looking = true
    await look()
    looking = false
    later()
  }

  const stop = watch(sessionAtom, () => {
    const { epoch, user } = session()
    const last = shown
    shown = { epoch, levels: levels() }
    if (user !== null && epoch === last.epoch && last.levels.every((one) => one !== undefined) && shown.levels.some((one, index) => one !== last.levels[index])) changed()
    if (timer === undefined || !levels().includes(IN_REVIEW)) later()
  })
  document.addEventListener('visibilitychange', later)
  later()
  return () => {
    clearTimeout(timer)
    looking = true
    stop()
    document.removeEventListener('visibilitychange', later)
  }
}
