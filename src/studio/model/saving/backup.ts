import { report } from '../../../engine/language/report.ts'

/** Text that the server has not stored yet, kept on the device: a crash or a closed tab loses nothing. */
export interface Backup {
  path: string
  /** Null: the file is deleted. */
  text: string | null
  /** The change set that the text belongs to; null before one is made. */
  changeSet: string | null
  /** The version of the change set that the text was made from; 0: none. */
  version: number
  /** The text of that version; without one, the base. */
  from: string | null
  /** The published text that the change started from; null: the file is missing there. */
  base: string | null
}

const PREFIX = 'placard.studio.unsaved:'

const keyOf = (changeSet: string | null, path: string): string =>
  `${PREFIX}${changeSet === null ? '' : `${changeSet}:`}${path}`

/** Returns whether the text is kept: a full or blocked storage keeps none. */
export function backUp({ path, from, ...backup }: Backup): boolean {
  try {
    const stored = { ...backup, ...(from !== backup.base && { from }) }
    localStorage.setItem(keyOf(backup.changeSet, path), JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

/** Removes the backup of a file of a change set, unless another tab has backed up another text of it. */
export function dropBackup({ changeSet, path, text }: Pick<Backup, 'changeSet' | 'path' | 'text'>): void {
  try {
    const key = keyOf(changeSet, path)
    if (readBackup(path, localStorage.getItem(key))?.text === text) localStorage.removeItem(key)
  } catch (error) {
    // Nothing is stored.
    report(error, 'drop a backup')
  }
}

/** The texts that were not stored when a page was closed. */
export function readBackups(): Backup[] {
  const found: Backup[] = []
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      if (!key?.startsWith(PREFIX)) continue
      const path = key.slice(key.lastIndexOf(':') + 1)
      const backup = readBackup(path, localStorage.getItem(key))
      if (backup) found.push(backup)
    }
  } catch (error) {
    // A blocked storage has no texts.
    report(error, 'read the backups')
  }
  return found
}

function readBackup(path: string, stored: string | null): Backup | null {
  try {
    const backup = JSON.parse(stored ?? 'null') as Partial<Backup> | null
    if (backup === null || typeof backup !== 'object' || backup.text === undefined || backup.version === undefined)
      return null
    const { text, version, changeSet = null, base = null, from = base } = backup
    return { path, text, changeSet, version, base, from }
  } catch {
    return null
  }
}
