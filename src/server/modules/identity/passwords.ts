import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { isCommonPassword } from '../../../product/domain/passwords.ts'
import { refuse } from '../../kit/errors.ts'

const KEY_BYTES = 32
const BLOCK = 8

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

/** "scrypt$<cost>$<salt>$<key>". */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16)
  return ['scrypt', cost, salt.toString('base64url'), (await derive(password, salt, cost)).toString('base64url')].join(
    '$',
  )
}

/** Throws `commonPassword` for a login password that is easy to guess: a common one, or the account name. */
export function checkNewPassword(password: string, account: string): void {
  if (isCommonPassword(password) || password.toLowerCase() === account.toLowerCase()) throw refuse('commonPassword')
}

/** Compares a password with a hash of `hashPassword` in constant time. Returns false for a text that is not such a hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, cost, salt, key] = stored.split('$')
  if (!cost || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), Number(cost)), expected)
}
