/** The device's storage. It may be blocked, full or tampered with: then the app continues without it. */
const PREFIX = 'placard.'
/** The storage name of `key`, as other tabs receive it in events. */
export const storageKey = (key: string): string => PREFIX + key

const memory = new Map<string, string>()

function device(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** Returns the text stored on the device, else the one in memory; null when there is none. Never throws. */
export function readText(key: string): string | null {
  try {
    return device()?.getItem(PREFIX + key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a text on the device; null removes it. Where the storage fails, the text is in memory only. Never throws. */
export function writeText(key: string, value: string | null): void {
  if (value === null) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === null) device()?.removeItem(PREFIX + key)
    else device()?.setItem(PREFIX + key, value)
  } catch {
    // It is in memory during the page's lifetime.
  }
}

/** A stored value that `accepts` validates, else null. */
export function readJson<T>(key: string, accepts: (value: unknown) => value is T): T | null {
  const text = readText(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return accepts(value) ? value : null
  } catch {
    return null
  }
}

/** Stores a value as JSON; null and undefined remove it. */
export function writeJson(key: string, value: unknown): void {
  writeText(key, value === null || value === undefined ? null : JSON.stringify(value))
}

/** The keys stored on the device that begin with this prefix. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(device() ?? {}).flatMap((name) =>
      name.startsWith(PREFIX + prefix) ? name.slice(PREFIX.length) : [],
    )
  } catch {
    return []
  }
}
