import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Makes the data folder and its files readable by their owner only, as well as every file that this process creates. */
export function protectDataFolder(folder: string): void {
  process.umask(0o077)
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  chmodSync(folder, FOLDER_MODE)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    chmodSync(join(folder, entry.name), entry.isDirectory() ? FOLDER_MODE : FILE_MODE)
}
