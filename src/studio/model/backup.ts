/** Text that the server has not stored yet, kept on the device: a crash or a closed tab loses nothing. */
const PREFIX = 'placard.studio.unsaved:'

export function backUp(path: string, text: string | null): void {
  try {
    localStorage.setItem(PREFIX + path, JSON.stringify(text))
  } catch {
    // A full or blocked storage: the server's copy remains.
  }
}

export function dropBackup(path: string): void {
  try {
    localStorage.removeItem(PREFIX + path)
  } catch {
    // Nothing is stored.
  }
}

/** The texts that were not stored when the page was closed, by path. */
export function readBackups(): Record<string, string | null> {
  const found: Record<string, string | null> = {}
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      if (key?.startsWith(PREFIX))
        found[key.slice(PREFIX.length)] = JSON.parse(localStorage.getItem(key) ?? 'null') as string | null
    }
  } catch {
    // A blocked storage has no texts.
  }
  return found
}
