/** Storage of keys that survives a reload, such as localStorage. `keys` lists all its names. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): readonly string[] }

/** Prefix of the names of idempotency keys. */
export const KEY_PREFIX = 'placard.submit.'

/** Whether any user may have an open submit. */
export function hasPending(store: KeyStore): boolean {
  try {
    return store.keys().some((key) => key.startsWith(KEY_PREFIX))
  } catch {
    return false
  }
}
