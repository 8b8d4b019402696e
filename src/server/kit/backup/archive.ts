import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './backupError.ts'

// A backup is a folder: the database, the other files of the data folder under files/, and the manifest, which is written last.

const MANIFEST = 'manifest.json'
const FORMAT = 1
/** Folder of the other files of the data folder. */
export const FILES = 'files'
export const DATABASE_FILES = { sqlite: 'placard.db', postgresql: 'placard.dump' } as const
export type DatabaseKind = keyof typeof DATABASE_FILES

export interface ArchivedFile {
  /** Path in the backup. */
  name: string
  bytes: number
  sha256: string
}

export interface Manifest {
  format: typeof FORMAT
  /** Unix seconds. */
  made: number
  database: DatabaseKind
  /** Id of the key that the data at rest is encrypted with. The key itself is in no backup. */
  dataKey: string
  files: ArchivedFile[]
}

/** Files of SQLite and of the lock: the backup has a copy of the database made by SQLite. */
const NOT_COPIED = /^(placard\.db.*|server\.lock.*)$/

/** The other files of a data folder: keys for publishing and the like. A folder in it is left out. */
export function otherFiles(data: string): string[] {
  try {
    return readdirSync(data).filter((name) => !NOT_COPIED.test(name) && lstatSync(join(data, name)).isFile())
  } catch {
    return []
  }
}

export async function describeFile(folder: string, name: string): Promise<ArchivedFile> {
  const path = join(folder, name)
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') }
}

/** Copies a file, readable by its owner only, and waits until it is on the disk. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to)
  secure(to)
}

/** Makes a file readable by its owner only, and waits until it is on the disk. */
export function secure(file: string): void {
  chmodSync(file, 0o600)
  sync(file)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): void {
  const file = join(folder, MANIFEST)
  writeFileSync(file, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`, { mode: 0o600 })
  sync(file)
  sync(folder)
}

/** Reads the manifest and compares every file with it. Throws a BackupError if the backup is incomplete or was changed. */
export async function readArchive(folder: string): Promise<Manifest> {
  const manifest = parseManifest(folder)
  for (const file of manifest.files) {
    const found = await describeFile(folder, file.name).catch(() => null)
    if (found === null) throw new BackupError(`The backup ${folder} is incomplete: ${file.name} is missing.`)
    if (found.sha256 !== file.sha256)
      throw new BackupError(
        `The backup ${folder} is damaged: ${file.name} is not as it was written. Use another backup.`,
      )
  }
  return manifest
}

function parseManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest
  } catch {
    throw new BackupError(`${folder} is no complete backup: it has no ${MANIFEST} that can be read.`)
  }
  const { format }: { format: number } = manifest
  if (format !== FORMAT)
    throw new BackupError(`The backup ${folder} has the format ${format}; this version reads ${FORMAT}.`)
  return manifest
}
