import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../startError.ts'

const KEY_BYTES = 32

/** A key of AES-256. The id names it in the database without revealing it. */
export interface DataKey {
  id: string
  bytes: Buffer
}

/** Keys of the data at rest. The first one encrypts, all of them decrypt. */
export interface DataKeys {
  keys: readonly DataKey[]
  /** Creates the key of a database that has none; absent where the operator has to set it. */
  create?(): DataKey
  /** Where the keys come from, for messages. */
  source: string
}

function dataKeyOf(bytes: Buffer): DataKey {
  return { id: createHash('sha256').update('placard data key').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** A random key. */
export const newDataKey = (): DataKey => dataKeyOf(randomBytes(KEY_BYTES))

/** Parses keys of 32 bytes in base64, separated by commas or lines. Throws a StartError for anything else. */
export function parseDataKeys(text: string, source: string): DataKey[] {
  return text
    .split(/[\s,]+/)
    .filter((key) => key !== '')
    .map((key) => {
      const bytes = Buffer.from(key, 'base64')
      if (!/^[\w+/-]{43}=?$/.test(key) || bytes.length !== KEY_BYTES)
        throw new StartError(
          `${source}: a key is ${KEY_BYTES} random bytes in base64, as from openssl rand -base64 ${KEY_BYTES}.`,
        )
      return dataKeyOf(bytes)
    })
}

/** The keys of `given` (PLACARD_DATA_KEY), otherwise those of the file, which the first start on an empty database creates. */
export function readDataKeys(given: string | undefined, file: string | undefined): DataKeys {
  if (given !== undefined && given.trim() !== '')
    return { keys: parseDataKeys(given, 'PLACARD_DATA_KEY'), source: 'PLACARD_DATA_KEY' }
  if (file === undefined) return { keys: [newDataKey()], source: 'memory' }
  const keys = existsSync(file) ? parseDataKeys(readProtected(file), file) : []
  return { keys, source: file, create: () => writeKey(file, newDataKey()) }
}

/** The text of a file of secrets. Throws a StartError if others can read it. */
export function readProtected(file: string): string {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} can be read by others: chmod 600 ${file}`)
  return readFileSync(file, 'utf8')
}

function writeKey(file: string, key: DataKey): DataKey {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${key.bytes.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
