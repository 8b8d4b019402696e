import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newToken } from '../random.ts'
import { StartError } from '../startError.ts'

const MIN_LENGTH = 32

/**
 * The operator key: `given`, otherwise that of the file, which the first start creates. Throws if it is too short or
 * others can read the file.
 */
export function readKey(given: string | undefined, file: string | undefined): string | undefined {
  if (given !== undefined && given !== '') return checkLength(given, 'PLACARD_OPERATOR_KEY')
  if (file === undefined) return undefined
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${newToken()}\n`, { mode: 0o600, flag: 'wx' })
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} can be read by others: chmod 600 ${file}`)
  return checkLength(readFileSync(file, 'utf8').trim(), file)
}

function checkLength(key: string, where: string): string {
  if (key.length < MIN_LENGTH) throw new StartError(`${where}: a key has at least ${MIN_LENGTH} characters`)
  return key
}

/** Compares in constant time. */
export function isKey(key: string, given: string): boolean {
  const [a, b] = [key, given].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
