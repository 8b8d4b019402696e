import { createAtom, get, set, useValue, type Atom } from './store.ts'

const baseOnlineAtom = createAtom(true)
/** Whether the device reports a network connection. */
export const onlineAtom: Atom<boolean> = baseOnlineAtom
export const isOnline = (): boolean => get(baseOnlineAtom)
export const useOnline = (): boolean => useValue(onlineAtom)

const updateStatus = () => set(baseOnlineAtom, navigator.onLine)

/** Follows the device's network state in `onlineAtom`. Returns the stop function. */
export function startNetwork(): () => void {
  if (typeof window === 'undefined') return () => undefined
  updateStatus()
  window.addEventListener('online', updateStatus)
  window.addEventListener('offline', updateStatus)
  return () => {
    window.removeEventListener('online', updateStatus)
    window.removeEventListener('offline', updateStatus)
  }
}
