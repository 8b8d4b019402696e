import { createAtom, get, set, useValue, type Atom } from '../store.ts'

const baseOnlineAtom = createAtom(true)
/** Whether the device reports a network connection. */
export const onlineAtom: Atom<boolean> = baseOnlineAtom
export const isOnline = (): boolean => get(baseOnlineAtom)
export const useOnline = (): boolean => useValue(onlineAtom)

const baseOfflineSinceAtom = createAtom<number | null>(null)
/** When the network was lost, Unix seconds: what is on screen is as old as that. Null while online, and where the app has started offline. */
export const offlineSinceAtom: Atom<number | null> = baseOfflineSinceAtom

function updateStatus(): void {
  set(baseOnlineAtom, navigator.onLine)
  if (navigator.onLine) set(baseOfflineSinceAtom, null)
}
function onLost(): void {
  set(baseOfflineSinceAtom, Math.floor(Date.now() / 1000))
  updateStatus()
}

/** Follows the device's network state in `onlineAtom`. Returns the stop function. */
export function startNetwork(): () => void {
  if (typeof window === 'undefined') return () => undefined
  updateStatus()
  window.addEventListener('online', updateStatus)
  window.addEventListener('offline', onLost)
  return () => {
    window.removeEventListener('online', updateStatus)
    window.removeEventListener('offline', onLost)
  }
}
