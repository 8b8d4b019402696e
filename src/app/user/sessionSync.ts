import type { DeviceStorage } from '../../engine/state/client/storage.ts'

/**
 * Calls back with the token that another tab of the app has stored, null when it has logged out, and with the account mode that it has
 * switched to. Returns the function that stops it.
 */
export function watchSessionOfOtherTabs(
  { nameOf }: DeviceStorage,
  changed: (token: string | null) => void,
  switched: (mode: string | null) => void,
): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // No key: storage was cleared.
    if (key === null || key === nameOf('token')) changed(key === null ? null : newValue)
    else if (key === nameOf('mode')) switched(newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
