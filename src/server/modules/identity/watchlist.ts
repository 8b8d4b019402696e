import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'

/** Instruments on a watchlist at most. */
const MAX_WATCHED = 200

/** The symbols on a user's watchlist, in the order of their addition. */
export async function watchlistOf(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('watched')
    .select('symbol')
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_WATCHED)
    .execute()
  return rows.map(({ symbol }) => symbol)
}

/** Adds symbols to a user's watchlist and removes others, in a transaction. Symbols beyond the limit are ignored. */
export async function changeWatchlist(
  db: Kysely<Tables>,
  userId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (remove.length > 0)
    await db.deleteFrom('watched').where('user_id', '=', userId).where('symbol', 'in', remove).execute()
  const present = await watchlistOf(db, userId)
  const added = [...new Set(add)].filter((symbol) => !present.includes(symbol)).slice(0, MAX_WATCHED - present.length)
  for (const symbol of added) await db.insertInto('watched').values({ user_id: userId, symbol }).execute()
}
