import type { Kysely } from 'kysely'
import { canonicalJson } from '../../../engine/language/values/canonicalJson.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { refuse } from '../errors.ts'
import { sha256 } from '../random.ts'
import { prepared, preparedInsert } from '../storage/preparedQuery.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { frameworkTables } from './tables.ts'

const KEY = /^[\x21-\x7e]{8,128}$/

interface MoneyCall {
  call: string
  userId: string
  key: string | undefined
  payload: unknown
}

const findReply = prepared((db: Kysely<Tables>, { userId, key }: { userId: string; key: string }) =>
  db.selectFrom('idempotency').select(['body_hash', 'reply']).where('user_id', '=', userId).where('key', '=', key),
)
const storeReply = preparedInsert(frameworkTables, 'idempotency')

/**
 * Executes a money call once. Its effects, its key and its reply are committed in one transaction. The same key and body get the
 * stored reply; the same key with another body is refused. A refusal stores nothing, so the key can be retried. Each request without a
 * key is executed. `prepare` runs before the transaction, unless there is a stored reply.
 */
export async function executeOnce<Ready>(
  context: ServerContext,
  { call, userId, key, payload }: MoneyCall,
  run: (inside: ServerContext, ready?: Ready) => unknown,
  prepare?: () => Promise<Ready>,
): Promise<unknown> {
  if (key !== undefined && !KEY.test(key)) throw refuse('idempotencyKeyInvalid')
  const bodyHash = sha256(canonicalJson([call, withoutProof(payload)]))
  const stored = async (db: Kysely<Tables>): Promise<string | undefined> => {
    if (key === undefined) return undefined
    const [previous] = (await findReply(db, { userId, key })).rows
    if (previous && previous.body_hash !== bodyHash) throw refuse('idempotencyKeyReused')
    return previous?.reply
  }
  const known = prepare && (await stored(context.db))
  if (known !== undefined) return JSON.parse(known) as unknown
  const ready = await prepare?.()
  return await inTransaction(context.db, [userLock(userId)], async (trx) => {
    const inside = { ...context, db: trx, ledger: context.ledger.withTransaction(trx) }
    const previous = await stored(trx)
    if (previous !== undefined) return JSON.parse(previous) as unknown
    const data = await run(inside, ready)
    if (key === undefined) return data
    await storeReply<Tables>(trx, {
      user_id: userId,
      key,
      call,
      body_hash: bodyHash,
      reply: JSON.stringify(data),
      created: context.clock.now(),
    })
    return data
  })
}

/** Proofs of one use: a retry carries others, so they are not part of the body hash. */
const PROOFS = new Set(['payProof', 'stepUpProof', 'payPassword', 'stepUp'])

function withoutProof(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !PROOFS.has(name)))
}

/** Marker of a voided key: it never equals a body hash, so the key is refused with every body. */
const VOIDED_HASH = 'void'

/**
 * The call executed with a key; null if there was none. In that case the key is voided: a request that is still in flight will be
 * refused, so the answer is final.
 */
export async function resolveOrVoid(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  key: string,
): Promise<string | null> {
  if (!KEY.test(key)) throw refuse('parameterError', { field: 'key' })
  return await inTransaction(db, [userLock(userId)], async (trx) => {
    const row = { user_id: userId, key, call: '', body_hash: VOIDED_HASH, reply: 'null', created: clock.now() }
    await trx
      .insertInto('idempotency')
      .values(row)
      .onConflict((on) => on.columns(['user_id', 'key']).doNothing())
      .execute()
    const stored = await trx
      .selectFrom('idempotency')
      .select(['call', 'body_hash'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return stored.body_hash === VOIDED_HASH ? null : stored.call
  })
}
