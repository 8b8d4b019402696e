import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../startError.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Makes the data folder with everything in it readable by its owner only, as well as every file that this process creates. Links
 * are not followed. Throws a StartError if the folder cannot be used.
 */
export function protectDataFolder(folder: string): void {
  process.umask(0o077)
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    protect(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${folder} cannot be used (${code}): it must be a folder that belongs to the user who starts the server. Correct PLACARD_DATA.`,
    )
  }
}

/** Throws a StartError if the database of a data key is missing or empty: an existing bank must not begin again as an empty one. */
export function refuseLostDatabase(database: string, keyFile: string): void {
  if (!existsSync(keyFile) || statSync(keyFile).size === 0) return
  if (existsSync(database) && statSync(database).size > 0) return
  throw new StartError(
    `${database} is ${existsSync(database) ? 'empty' : 'missing'}, but its data key ${keyFile} is there: the database of an existing bank is lost, or PLACARD_DATA names another folder. Correct PLACARD_DATA, or restore a backup (npm run restore). For a new bank, move the key away first.`,
  )
}

function protect(folder: string): void {
  chmodSync(folder, FOLDER_MODE)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) protect(path)
    else if (entry.isFile()) chmodSync(path, FILE_MODE)
  }
}
