import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { deviceOf } from './device.ts'
import { sha256 } from '../../../kit/random.ts'

/** Where a login comes from. */
export interface LoginOrigin {
  ip: string
  userAgent: string
}

const hashOf = (userId: string, { ip, userAgent }: LoginOrigin): string =>
  sha256(`device\n${userId}\n${ip}\n${deviceOf(userAgent) ?? ''}`)

/** Whether the user has logged in from this address with this kind of device, and a session from then could still be valid. */
export async function isKnownDevice(
  { db, clock, operator }: Pick<ServerContext, 'db' | 'clock' | 'operator'>,
  userId: string,
  origin: LoginOrigin,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('seen')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(userId, origin))
    .where('seen', '>', BigInt(clock.now() - operator.server.sessionSeconds))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the user has logged in before. */
export async function hasDevices(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers where a user has logged in from. Only a hash is stored. */
export async function rememberDevice(
  db: Kysely<Tables>,
  userId: string,
  origin: LoginOrigin,
  now: number,
): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, hash: hashOf(userId, origin), seen: now })
    .onConflict((on) => on.columns(['user_id', 'hash']).doUpdateSet({ seen: now }))
    .execute()
}
