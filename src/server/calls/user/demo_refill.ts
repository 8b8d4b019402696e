import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { minor, type TransferEntry } from '../../ledger/index.ts'
import { accountOf } from '../../ledger/wallet.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'

const handler: Handler<'user/demo_refill'> = async ({ mode }, { user, context: { db, ledger, clock, operator } }) => {
  await checkAccountActive(db, user.id, mode)
  const to = { owner: user.id, kind: 'coin' } as const
  const entries: TransferEntry[] = []
  for (const [currency, opening] of Object.entries(operator.server.opening.demo)) {
    const missing = minor(opening, currency) - (await ledger.balance(user.id, mode, 'coin', currency)).posted
    if (missing > 0n) entries.push({ from: 'opening', to, currency, amount: missing })
  }
  if (entries.length === 0) throw refuse('refillNotNeeded')

  const now = clock.now()
  const last = await db
    .selectFrom('demo_refills')
    .select('created')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const wait = last ? Number(last.created) + operator.server.refillSeconds - now : 0
  if (wait > 0) throw refuse('refillTooEarly', { minutes: Math.ceil(wait / 60) })

  const { id } = await ledger.post({ mode, reason: 'refill', entries })
  await db
    .insertInto('demo_refills')
    .values({ id, user_id: user.id, created: BigInt(now) })
    .execute()
  const filled = entries.map(({ currency }) => ledger.balance(user.id, mode, 'coin', currency))
  return { rows: (await Promise.all(filled)).map((balance) => accountOf(balance)) }
}
export default handler
