import { createAtom, type Atom } from './store.ts'

const now = () => Math.floor(Date.now() / 1_000)
const baseMinuteAtom = createAtom(now())
baseMinuteAtom.onMount = (write) => {
  write(now())
  const timer = setInterval(() => write(now()), 60_000)
  return () => clearInterval(timer)
}
/** Unix seconds, updated once a minute while subscribed: for texts such as "5 minutes ago". */
export const minuteAtom: Atom<number> = baseMinuteAtom

/** The server sends whole seconds, with network latency: a device that differs by no more is correct. */
const TOLERANCE_MS = 1_500
let skewMs = 0

/** Sets the server's time received over the live connection. Unix seconds. */
export function syncServerTime(unix: number): void {
  if (!Number.isFinite(unix)) return
  const differs = unix * 1_000 - Date.now()
  if (Math.abs(differs) <= TOLERANCE_MS) skewMs = 0
  else if (Math.abs(differs - skewMs) > TOLERANCE_MS) skewMs = differs
}

/** The server's time in milliseconds, even on a wrong device clock; the device's time until the server's is known. */
export const serverNow = (): number => Date.now() + skewMs
