import type { ServerContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { sha256 } from '../identity/random.ts'

const KEY = /^[\x21-\x7e]{8,128}$/

interface MoneyCall {
  call: string
  userId: string
  key: string | undefined
  payload: unknown
}

/**
 * Does a money call once. Its work, its key and its reply are one transaction: after a crash either all of it is there or nothing.
 * The same key and body are answered with the first reply; the same key with another body is refused. A refusal leaves no trace, so
 * the same key may be tried again.
 */
export async function once(context: ServerContext, { call, userId, key, payload }: MoneyCall, run: (inside: ServerContext) => unknown): Promise<unknown> {
  if (key === undefined || !KEY.test(key)) throw refuse('idempotencyKeyMissing')
  const bodyHash = sha256(canonical([call, payload]))
  return await context.db.transaction().execute(async (trx) => {
    const done = await trx.selectFrom('idempotency').select(['body_hash', 'reply']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
    if (done) {
      if (done.body_hash !== bodyHash) throw refuse('idempotencyKeyReused')
      return JSON.parse(done.reply) as unknown
    }
    const data = await run({ ...context, db: trx, ledger: context.ledger.within(trx) })
    await trx
      .insertInto('idempotency')
      .values({ user_id: userId, key, call, body_hash: bodyHash, reply: JSON.stringify(data), created: context.clock.now() })
      .execute()
    return data
  })
}

/** The same text for the same content, whatever the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`)
    .join(',')}}`
}
