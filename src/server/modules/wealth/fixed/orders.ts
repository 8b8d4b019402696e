import type { Kysely } from 'kysely'
import { asMoney, percentOf } from '../../../../engine/language/values/decimal.ts'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { elapsedDays, endOfTerm } from '../../../../product/finance/days.ts'
import { SECONDS_PER_DAY, redemption, rateOfDays } from '../../../../product/finance/interest.ts'
import { canTransition, statusAt } from '../../../../product/domain/status.ts'
import type { FixedBreak, FixedOrder } from '../../../../generated/entities.ts'
import { recordAgreement } from '../../identity/agreements/agreements.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, scaleOf, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { checkConfirmed, checkConfirmedDue, type Confirmed } from '../../money/receipts/confirmed.ts'
import { roundingOf, writeReceipt } from '../../money/receipts/write.ts'
import { checkTerms, termsName } from '../../operators/settings/termsName.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { fundsRefusal, refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { orders } from './job.ts'
import { orderTerms, priceOf, RUNNING, type FixedQuoteInput } from './products.ts'
import { dailyRounding, receiptOf } from './receipt.ts'
import type { FixedRow } from './tables.ts'

/** Converts a stored fixed deposit to its entity. `next` is null once it has ended, `finished` until then. */
export function orderEntity(row: FixedRow): FixedOrder {
  const { id, mode, product, currency, amount, daily, settled, break_fee: breakFee, cost, due, finished } = row
  const [days, time] = [Number(row.days), asUnixSeconds(row.created)]
  return {
    id,
    mode,
    product,
    currency,
    amount: decimal(amount, currency),
    yield: row.yield,
    termYield: rateOfDays(row.yield, days),
    days,
    settled: Number(settled),
    daily: decimal(daily, currency),
    interest: decimal(daily * row.days, currency),
    earned: decimal(daily * settled, currency),
    breakFee,
    cost: decimal(cost, currency),
    profit: decimal(daily * settled - cost, currency),
    returned: finished === null ? null : decimal(amount - cost, currency),
    status: Number(row.status),
    time,
    next: due === null ? null : asUnixSeconds(due),
    ends: endOfTerm(time, days),
    finished: finished === null ? null : asUnixSeconds(finished),
  }
}

/** Returns one deposit of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export const orderOf = (db: Kysely<Tables>, userId: string, id: string): Promise<FixedRow> =>
  ownRow(db, 'fixed_orders', userId, id)

export interface FixedOrderInput extends FixedQuoteInput {
  mode: Mode
  interest?: Confirmed
  ends?: UnixSeconds | null
  terms?: string | null
}

/** Opens a deposit and holds its amount, in the transaction of a money call. */
export async function subscribe(
  context: ServerContext,
  userId: string,
  { mode, interest, ends, terms, ...request }: FixedOrderInput,
): Promise<FixedRow> {
  const { db, ledger, clock, content } = context
  await checkAccountActive(db, userId, mode)
  await db
    .insertInto('fixed_products')
    .values({ product: request.product, mode, subscriptions: 1 })
    .onConflict((on) =>
      on
        .columns(['product', 'mode'])
        .doUpdateSet((eb) => ({ subscriptions: eb('fixed_products.subscriptions', '+', 1n) })),
    )
    .execute()
  const priced = await priceOf(context, userId, mode, request)
  const { product, amount, daily } = priced
  const { currency } = product
  const named = orderTerms(product, content.agreements)
  checkTerms(terms, named)
  checkConfirmed(currency, [interest, priced.interest])
  const now = clock.now()
  const due = endOfTerm(now, product.days)
  checkConfirmedDue(ends, due)
  const id = newId(clock.nowMs())
  const hold = await ledger
    .hold({ mode, owner: userId, kind: 'coin', currency, amount, reason: 'fixed', key: `fixed:${id}` })
    .catch((error: unknown) => {
      throw fundsRefusal(error)
    })
  const created = BigInt(now)
  const row = {
    id,
    user_id: userId,
    mode,
    product: product.id,
    currency,
    amount,
    yield: product.yield,
    days: BigInt(product.days),
    break_fee: product.breakFee,
    daily,
    settled: 0n,
    hold: hold.id,
    status: RUNNING,
    cost: 0n,
    created,
    finished: null,
    due: created + BigInt(SECONDS_PER_DAY),
  }
  await db.insertInto('fixed_orders').values(row).execute()
  await recordAgreement(context, userId, 'fixedTerms', named.agreement)
  await writeReceipt(context, {
    ...receiptOf(row),
    action: 'placed',
    rule: 'quote',
    terms: termsName(named),
    roundings: [dailyRounding(row)],
    due,
  })
  return row
}

/** Cost of an early termination, with all ended days settled. Throws a refusal if the deposit cannot be terminated. */
export function breakOf(row: FixedRow, now: number): Omit<FixedBreak, 'lasts'> {
  const { id, mode, currency, amount, break_fee: breakFee, daily, days, created } = row
  const passed = BigInt(elapsedDays(Number(created), Number(days), now))
  if (!canTransition('fixed', statusAt('fixed', row.status), 'cancelled') || passed >= days)
    throw refuse('orderCannotBeCancelled')
  const { cost, back } = redemption(
    decimal(amount, currency),
    asMoney('0'),
    { cost: breakFee, interest: 'kept' },
    scaleOf(currency),
  )
  return {
    id,
    mode,
    currency,
    amount: decimal(amount, currency),
    breakFee,
    cost,
    back,
    earned: decimal(daily * passed, currency),
    lost: decimal(daily * (days - passed), currency),
  }
}

/** Terminates a deposit early at the cost the user confirmed, in the transaction of a money call. */
export async function breakContract(
  context: ServerContext,
  userId: string,
  {
    mode,
    id,
    currency,
    ...confirmed
  }: { mode: Mode; id: string; currency: string; cost?: Confirmed; back?: Confirmed },
): Promise<FixedRow> {
  const { db, ledger, clock } = context
  await checkAccountActive(db, userId, mode)
  const existing = await orderOf(db, userId, id)
  if (existing.mode !== mode || existing.currency !== currency) throw refuse('dataNotFound')
  const terms = breakOf(existing, clock.now())
  const cost = minor(terms.cost, currency)
  checkConfirmed(currency, [confirmed.cost, cost], [confirmed.back, minor(terms.back, currency)])
  const row = await orders.advance(context, existing)
  if (!row) throw refuse('orderCannotBeCancelled')
  const broken = await orders.transition(context, row, BigInt(clock.now()), { to: 'cancelled', values: { cost } })
  if (!broken) throw refuse('orderCannotBeCancelled')
  await (cost > 0n ? ledger.commitHold(row.hold, [{ to: 'fees', amount: cost }]) : ledger.voidHold(row.hold)).catch(
    refuseLedgerErrorAs('walletChangeAbnormal'),
  )
  const exact = percentOf(decimal(row.amount, currency), row.break_fee)
  await writeReceipt(context, {
    ...receiptOf(row),
    action: 'redeemed',
    rule: 'owner',
    roundings: [roundingOf('cost', currency, 'up', exact, terms.cost)],
  })
  return broken
}
