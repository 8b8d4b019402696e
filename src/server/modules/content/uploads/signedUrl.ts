import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { secretOf } from '../../identity/secrets.ts'

/** Seconds; a URL is valid for one to two periods. */
const PERIOD_SECONDS = 600

const signature = (key: string, id: string, expires: number): string =>
  createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url')

/**
 * URL of an image for its owner. An <img> request carries no token, so the signature authorizes it for a short time.
 * The URL is stable for some minutes, so that the browser can cache the image.
 */
export async function signedUrlOf(
  db: Kysely<Tables>,
  id: string,
  now: number,
  period: number = PERIOD_SECONDS,
): Promise<string> {
  const expires = (Math.floor(now / period) + 2) * period
  return `/media/uploads/${id}?expires=${expires}&signature=${signature(await secretOf(db, 'uploadKey'), id, expires)}`
}

/** Whether the signature is this server's and has not expired. */
export async function isSignedUrlValid(
  db: Kysely<Tables>,
  id: string,
  given: { expires?: unknown; signature?: unknown },
  now: number,
): Promise<boolean> {
  const expires = typeof given.expires === 'string' && /^\d{1,12}$/.test(given.expires) ? Number(given.expires) : 0
  if (expires <= now || typeof given.signature !== 'string') return false
  const expected = Buffer.from(signature(await secretOf(db, 'uploadKey'), id, expires))
  const actual = Buffer.from(given.signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
