import { report } from '../../language/report.ts'

/** The device's storage of one client. It may be blocked, full or tampered with: then the app continues without it. */
export interface DeviceStorage {
  /** The storage name of `key`, as other tabs receive it in events. */
  nameOf(key: string): string
  /** Returns the text stored on the device, else the one in memory; null when there is none. Never throws. */
  readText(key: string): string | null
  /** Stores a text on the device; null removes it. Where the storage fails, the text is in memory only. Never throws. */
  writeText(key: string, value: string | null): void
  /** A stored value that `accepts` validates, else null. */
  readJson<T>(key: string, accepts: (value: unknown) => value is T): T | null
  /** Stores a value as JSON; null and undefined remove it. */
  writeJson(key: string, value: unknown): void
  /** The keys stored on the device that begin with this prefix. */
  storedKeys(prefix: string): string[]
}

function device(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** `prefix` begins the names of all that this client stores. */
export function createStorage(prefix: string): DeviceStorage {
  const memory = new Map<string, string>()
  const nameOf = (key: string): string => prefix + key

  function readText(key: string): string | null {
    try {
      return device()?.getItem(nameOf(key)) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  }

  function writeText(key: string, value: string | null): void {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
    try {
      if (value === null) device()?.removeItem(nameOf(key))
      else device()?.setItem(nameOf(key), value)
    } catch (error) {
      // It is in memory during the page's lifetime.
      report(error, 'write to the storage')
    }
  }

  function readJson<T>(key: string, accepts: (value: unknown) => value is T): T | null {
    const text = readText(key)
    if (text === null) return null
    try {
      const value: unknown = JSON.parse(text)
      return accepts(value) ? value : null
    } catch {
      return null
    }
  }

  function writeJson(key: string, value: unknown): void {
    writeText(key, value === null || value === undefined ? null : JSON.stringify(value))
  }

  function storedKeys(start: string): string[] {
    try {
      return Object.keys(device() ?? {}).flatMap((name) =>
        name.startsWith(nameOf(start)) ? name.slice(prefix.length) : [],
      )
    } catch {
      return []
    }
  }

  return { nameOf, readText, writeText, readJson, writeJson, storedKeys }
}
