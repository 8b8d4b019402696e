/** Where keys outlive a reload: localStorage fits. `keys` names everything in it. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): readonly string[] }

/** Names of idempotency keys in it begin so. */
export const KEY_PREFIX = 'placard.submit.'

/** Whether a submit of anybody may have been left open. */
export function hasPending(store: KeyStore): boolean {
  try {
    return store.keys().some((key) => key.startsWith(KEY_PREFIX))
  } catch {
    return false
  }
}
