import { cell, type Atom } from './store.ts'

const now = () => Math.floor(Date.now() / 1_000)
const minuteCell = cell(now())
minuteCell.onMount = (write) => {
  write(now())
  const timer = setInterval(() => write(now()), 60_000)
  return () => clearInterval(timer)
}
/** Unix seconds, told once a minute while something watches: for words like "5 minutes ago". */
export const minuteAtom: Atom<number> = minuteCell

/** The server tells whole seconds, and its word is on the way for a while: a device that differs by no more is right. */
const TOLERANCE_MS = 1_500
let skewMs = 0

/** The server's time as the live connection has told it, Unix seconds. */
export function syncServerTime(unix: number): void {
  if (!Number.isFinite(unix)) return
  const differs = unix * 1_000 - Date.now()
  if (Math.abs(differs) <= TOLERANCE_MS) skewMs = 0
  else if (Math.abs(differs - skewMs) > TOLERANCE_MS) skewMs = differs
}

/** Milliseconds by the server's clock, however wrong the device's is; the device's own until the server has told its time. */
export const serverNow = (): number => Date.now() + skewMs
