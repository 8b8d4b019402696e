import type { ServerContext } from '../../context.ts'

/** Retention of outbox messages; their codes expire long before. */
const OUTBOX_SECONDS = 24 * 3600

/** Deletes expired sessions, counters, codes, known devices and outbox messages: strangers can create them, so they must not accumulate. */
async function deleteExpired({ db, clock, operator }: ServerContext): Promise<void> {
  const now = BigInt(clock.now())
  await db.deleteFrom('sessions').where('expires', '<=', now).execute()
  await db.deleteFrom('attempts').where('until', '<=', now).execute()
  await db.deleteFrom('codes').where('expires', '<=', now).execute()
  await db
    .deleteFrom('known_devices')
    .where('seen', '<=', now - BigInt(operator.server.sessionSeconds))
    .execute()
  await db.deleteFrom('former_emails').where('until', '<=', now).execute()
  await db.deleteFrom('former_phones').where('until', '<=', now).execute()
  await db.deleteFrom('freeze_links').where('expires', '<=', now).execute()
  await db
    .deleteFrom('notices')
    .where('created', '<=', now - BigInt(OUTBOX_SECONDS))
    .execute()
  await db
    .deleteFrom('outbox')
    .where('created', '<=', now - BigInt(OUTBOX_SECONDS))
    .execute()
}

/** The job deletes expired rows only, so a delay of a minute is harmless. */
export default Object.assign(deleteExpired, { everyMs: 60_000 })
