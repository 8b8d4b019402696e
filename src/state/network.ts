import { cell, get, set, useValue, type Atom } from './store.ts'

const onlineCell = cell(true)
/** Whether the device reports a network connection. */
export const onlineAtom: Atom<boolean> = onlineCell
export const isOnline = (): boolean => get(onlineCell)
export const useOnline = (): boolean => useValue(onlineAtom)

const look = () => set(onlineCell, navigator.onLine)

export function startNetwork(): () => void {
  if (typeof window === 'undefined') return () => undefined
  look()
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  return () => {
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
  }
}
