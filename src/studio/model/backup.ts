/** Text that the server has not stored yet, kept on the device: a crash or a closed tab loses nothing. */
export interface Backup {
  /** Null: the file is deleted. */
  text: string | null
  /** The change set that the text belongs to; null before one is made. */
  changeSet: string | null
  /** The version of the change set that the text was made from; 0: none. */
  version: number
  /** The published text that the change started from; null: the file is missing there. */
  base: string | null
}

const PREFIX = 'placard.studio.unsaved:'

/** Returns whether the text is kept: a full or blocked storage keeps none. */
export function backUp(path: string, backup: Backup): boolean {
  try {
    localStorage.setItem(PREFIX + path, JSON.stringify(backup))
    return true
  } catch {
    return false
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
export function readBackups(): Map<string, Backup> {
  const found = new Map<string, Backup>()
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      const backup = key?.startsWith(PREFIX) ? readBackup(localStorage.getItem(key)) : null
      if (key && backup) found.set(key.slice(PREFIX.length), backup)
    }
  } catch {
    // A blocked storage has no texts.
  }
  return found
}

function readBackup(stored: string | null): Backup | null {
  try {
    const backup = JSON.parse(stored ?? 'null') as Partial<Backup> | null
    return backup !== null && typeof backup === 'object' && backup.text !== undefined && backup.version !== undefined
      ? { text: backup.text, changeSet: backup.changeSet ?? null, version: backup.version, base: backup.base ?? null }
      : null
  } catch {
    return null
  }
}
