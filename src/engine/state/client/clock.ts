import { createAtom, type Atom } from '../store.ts'

/** The server sends whole seconds, with network latency: a device that differs by no more is correct. */
const TOLERANCE_MS = 1_500
/** The time of a client's server. */
export function createServerClock() {
  let skewMs = 0
  const minuteUpdates = new Set<() => void>()

  /** Sets the server's time received over the live connection. Unix seconds. */
  function sync(unix: number): void {
    if (!Number.isFinite(unix)) return
    const differs = unix * 1_000 - Date.now()
    if (Math.abs(differs) <= TOLERANCE_MS) skewMs = 0
    else if (Math.abs(differs - skewMs) > TOLERANCE_MS) skewMs = differs
    else return
    for (const update of minuteUpdates) update()
  }

  /** The server's time in milliseconds, even on a wrong device clock; the device's time until the server's is known. */
  const now = (): number => Date.now() + skewMs

  const seconds = () => Math.floor(now() / 1_000)
  const baseMinute = createAtom(seconds())
  baseMinute.onMount = (write) => {
    const update = () => write(seconds())
    update()
    minuteUpdates.add(update)
    const timer = setInterval(update, 60_000)
    return () => {
      minuteUpdates.delete(update)
      clearInterval(timer)
    }
  }
  /** The server's time in Unix seconds, updated once a minute while subscribed and when it is corrected: for texts such as "5 minutes ago". */
  const minute: Atom<number> = baseMinute

  return { sync, now, minute }
}

export type ServerClock = ReturnType<typeof createServerClock>
