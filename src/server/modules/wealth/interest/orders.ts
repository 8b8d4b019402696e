import type { Kysely } from 'kysely'
import type { Money, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { addSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { endOfTerm } from '../../../../product/finance/days.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { InterestOrder } from '../../../../generated/entities.ts'
import { recordAgreement } from '../../identity/agreements/agreements.ts'
import type { OperatorConfig } from '../../../config.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import { decimal, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { checkConfirmed, checkConfirmedDue, type Confirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkTerms, termsName } from '../../operators/settings/termsName.ts'
import { checkMayTrade } from '../../identity/verification/certified.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { fundsRefusal } from '../../money/wallet/ledgerErrors.ts'
import { nameOf, orderTerms, yieldOf } from './projects.ts'
import { dailyRounding, receiptOf } from './receipt.ts'
import type { InterestOrderRow } from './tables.ts'

const earlyOf = ({ early_cost: cost, early_interest: interest }: InterestOrderRow) =>
  cost === null || interest === null ? null : { cost, interest }

/** Converts a stored order to its entity, with the project's name in the language. `started` and `ends` are null until it starts. */
export function orderEntity(operator: OperatorConfig, row: InterestOrderRow, lang: string): InterestOrder {
  const { id, mode, project, currency, rate, reason, earned, cost, forfeited } = row
  const [days, started] = [Number(row.days), row.started === null ? null : asUnixSeconds(row.started)]
  const amount = (units: bigint) => decimal(units, currency)
  return {
    id,
    mode,
    project,
    name: nameOf(operator, project, lang),
    currency,
    rate,
    days,
    started,
    reason,
    amount: amount(row.amount),
    daily: amount(row.daily),
    total: amount(row.daily * row.days),
    settled: Number(row.settled),
    earned: amount(earned),
    cost: amount(cost),
    forfeited: amount(forfeited),
    profit: amount(earned - cost - forfeited),
    status: Number(row.status),
    early: earlyOf(row),
    time: asUnixSeconds(row.created),
    ends: started === null ? null : endOfTerm(started, days),
    finished: row.finished === null ? null : asUnixSeconds(row.finished),
  }
}

/** Returns one order of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export const orderOf = (db: Kysely<Tables>, userId: string, id: string): Promise<InterestOrderRow> =>
  ownRow(db, 'interest_orders', userId, id)

export interface InterestOrderInput {
  mode: Mode
  project: string
  currency: string
  amount: Money
  daily?: Confirmed
  total?: Confirmed
  ends?: UnixSeconds | null
  terms?: string | null
}

/** Places an order and moves its amount into custody, in the transaction of a money call. */
export async function addOrder(
  context: ServerContext,
  userId: string,
  { mode, terms, ...given }: InterestOrderInput,
): Promise<InterestOrderRow> {
  const { db, ledger, clock, operator, content } = context
  await checkAccountActive(db, userId, mode)
  await checkMayTrade(db, userId)
  const { project, amount, daily, total } = yieldOf(operator, given)
  const { currency, rate, days, early } = project
  const named = orderTerms(project, content.agreements)
  checkTerms(terms, named)
  checkConfirmed(currency, [given.daily, daily], [given.total, total])
  const now = clock.now()
  const started = addSeconds(now, operator.server.review.project)
  const due = endOfTerm(started, days)
  checkConfirmedDue(given.ends, due)

  const id = newId(clock.nowMs())
  const hold = await ledger
    .hold({ mode, owner: userId, kind: 'coin', currency, amount, reason: 'custody', key: `interest:${id}` })
    .catch((error: unknown) => {
      throw fundsRefusal(error)
    })
  const row = {
    id,
    user_id: userId,
    mode,
    project: project.id,
    currency,
    amount,
    rate,
    days: BigInt(days),
    daily,
    early_cost: early?.cost ?? null,
    early_interest: early?.interest ?? null,
    hold: hold.id,
    status: BigInt(statusIndex('interest', 'pendingReview')),
    reason: null,
    settled: 0n,
    earned: 0n,
    cost: 0n,
    forfeited: 0n,
    created: BigInt(now),
    started: null,
    finished: null,
    due: BigInt(started),
  }
  await db.insertInto('interest_orders').values(row).execute()
  await recordAgreement(context, userId, 'interestTerms', named.agreement)
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
