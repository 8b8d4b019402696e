import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { checkPair, priceExchange, quoteEntity } from '../../exchange/exchange.ts'
import { countAttempt } from '../../identity/attempts.ts'
import { newId } from '../../ledger/id.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'
import { amountOf } from '../../wallet/transfers.ts'

/** Unused quotes are stored for a day, so that a late exchange is refused as expired. */
const KEPT_MS = 86_400_000n
/** Above the number of quotes a user can see expire. */
const LIMIT = { count: 60, seconds: 60 }

const handler: Handler<'wallet/flash_quote'> = async ({ mode, from, to, pay, receive }, { user, context }) => {
  const { db, clock, operator } = context
  checkPair(from, to)
  if (typeof pay === 'string' && typeof receive === 'string') throw refuse('parameterError', { field: 'receive' })
  const given =
    typeof pay === 'string'
      ? { pay: amountOf(pay, from) }
      : typeof receive === 'string'
        ? { receive: amountOf(receive, to) }
        : null
  if (!given) throw refuse('missingParameter', { name: 'pay' })
  await checkAccountActive(db, user.id, mode)
  await countAttempt(db, clock.now(), `quote:${user.id}`, LIMIT)

  const { quoteSeconds } = operator.server.exchange
  const created = BigInt(clock.nowMs())
  const row = {
    id: newId(clock.nowMs()),
    user_id: user.id,
    mode,
    payer: from,
    payee: to,
    ...priceExchange(context, from, to, given),
    created,
    expires: created + BigInt(quoteSeconds) * 1000n,
    exchange: null,
  }
  await db
    .deleteFrom('flash_quotes')
    .where('user_id', '=', user.id)
    .where('expires', '<', created - KEPT_MS)
    .where('exchange', 'is', null)
    .execute()
  await db.insertInto('flash_quotes').values(row).execute()
  return quoteEntity(row, quoteSeconds)
}
export default handler
