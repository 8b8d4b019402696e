import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import type { Inbox, Message } from '../../../generated/entities.ts'
import type { Content } from '../content/content.ts'
import type { Tables } from '../../db.ts'
import { afterCommit } from '../../kit/storage/transaction.ts'
import { queuePushes } from './push/queue.ts'
import { newId } from '../../kit/random.ts'

/** Stores a message as the name of its template and its arguments; it is rendered in the user's language. */
export async function addMessage(
  db: Kysely<Tables>,
  userId: string,
  template: string,
  params: Record<string, string>,
  now: number,
): Promise<void> {
  const id = newId()
  await db
    .insertInto('messages')
    .values({ id, user_id: userId, template, params: JSON.stringify(params), created: now, read: 0 })
    .execute()
  await queuePushes(db, userId, { id, template }, now)
  afterCommit(db, () => {
    for (const listener of listeners) listener(userId)
  })
}

const listeners = new Set<(userId: string) => void>()

/** Calls the listener with the id of each user who has been sent a message in this process. Returns the function that ends it. */
export function onMessage(listener: (userId: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many messages a user has been sent. */
export async function inboxOf(db: Kysely<Tables>, user: string, time: UnixSeconds): Promise<Inbox> {
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return { user, seq: Number(count), time }
}

interface StoredMessage {
  id: string
  template: string
  params: string
  created: bigint
  read: bigint
}

/** Converts a stored message to its entity, rendered in the language. */
export function messageEntity(content: Content, lang: string, row: StoredMessage): Message {
  const { kind, title, text, link, mode } = content.template(
    lang,
    row.template,
    JSON.parse(row.params) as Record<string, string>,
  )
  return { id: row.id, kind, title, text, link, mode, time: asUnixSeconds(row.created), read: row.read === 1n }
}

export async function unreadCount(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('read', '=', 0n)
    .executeTakeFirstOrThrow()
  return Number(count)
}
