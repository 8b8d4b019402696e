import { createAtom, get, set, useValue, watch, type Atom } from '../store.ts'

const baseOnlineAtom = createAtom(true)
/** Whether the device reports a network connection. */
export const onlineAtom: Atom<boolean> = baseOnlineAtom
export const isOnline = (): boolean => get(baseOnlineAtom)
export const useOnline = (): boolean => useValue(onlineAtom)

const baseOfflineSinceAtom = createAtom<number | null>(null)
/** When the network was lost, Unix seconds: what is on screen is as old as that. Null while online, and where the app has started offline. */
export const offlineSinceAtom: Atom<number | null> = baseOfflineSinceAtom

function updateStatus(): void {
  const { onLine } = navigator
  if (onLine) set(baseOfflineSinceAtom, null)
  else if (get(baseOnlineAtom) && started) set(baseOfflineSinceAtom, Math.floor(Date.now() / 1000))
  set(baseOnlineAtom, onLine)
}
let started = false

/** Events of the window after which the state is read again: a page that was suspended misses the first two. */
const EVENTS = ['online', 'offline', 'pageshow', 'focus'] as const

/**
 * Follows the device's network state in `onlineAtom`. It is read again when live values stop or return (`liveStale`), since not every
 * change has an event. Returns the stop function.
 */
export function startNetwork(liveStale: Atom<boolean>): () => void {
  if (typeof window === 'undefined') return () => undefined
  updateStatus()
  started = true
  for (const event of EVENTS) window.addEventListener(event, updateStatus)
  const stopLive = watch(liveStale, updateStatus)
  return () => {
    started = false
    stopLive()
    for (const event of EVENTS) window.removeEventListener(event, updateStatus)
  }
}
