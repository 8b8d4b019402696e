import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import {
  changedLimit,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  limitAt,
  NO_LIMIT,
  type Limit,
  type LimitEvent,
  type LimitKind,
  type LimitPeriod,
} from '../../../../product/domain/selfLimits.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { SelfLimit } from '../../../../generated/entities.ts'
import type { ErrorCode } from '../../../../generated/errors.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { valueInUnitOfAccount, type Sum } from '../withdrawals/turnover.ts'

type Context = Pick<ServerContext, 'db' | 'clock' | 'market'>

const PERIODS = Object.keys(LIMIT_PERIODS) as LimitPeriod[]
const FAILED_DEPOSIT = BigInt(statusIndex('deposit', 'failure'))
const RUNNING_SECONDS = BigInt(statusIndex('secondsOrder', 'running'))

const CODES = {
  deposit: { day: 'ownFundingDayLimit', week: 'ownFundingWeekLimit', month: 'ownFundingMonthLimit' },
  loss: { day: 'ownLossDayLimit', week: 'ownLossWeekLimit', month: 'ownLossMonthLimit' },
} as const satisfies Record<LimitKind, Record<LimitPeriod, ErrorCode>>

/** The limits in force of a user, by kind and period. */
async function limitsInForce(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<(kind: LimitKind, period: LimitPeriod) => Limit> {
  const rows = await db.selectFrom('self_limits').selectAll().where('user_id', '=', userId).execute()
  const now = clock.now()
  return (kind, period) => {
    const row = rows.find((row) => row.kind === kind && row.period === period)
    return row ? limitAt({ maximum: row.maximum, next: row.next, changesAt: row.changes_at }, now) : NO_LIMIT
  }
}

/** Value of the deposits of a user since a time, except failed ones. */
async function depositedSince(context: Context, userId: string, since: number): Promise<bigint> {
  const sums: Sum[] = await context.db
    .selectFrom('deposits')
    .select(({ fn }) => ['currency', fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('status', '<>', FAILED_DEPOSIT)
    .where('created', '>', BigInt(since))
    .groupBy('currency')
    .execute()
  return valueInUnitOfAccount(pricesNow(context), sums)
}

/** Losses of the trades that were closed since a time, less their profits, and the stakes that may still be lost. Not below 0. */
async function lostSince(context: Context, userId: string, since: number): Promise<bigint> {
  const closed = await context.db
    .selectFrom('closed_orders')
    .select(({ fn }) => fn.sum<bigint | null>('profit').as('profit'))
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('closed', '>', BigInt(since))
    .executeTakeFirst()
  const lost = -(closed?.profit ?? 0n) + (await stakesAtRisk(context, userId))
  return lost > 0n ? lost : 0n
}

async function stakesAtRisk(context: Context, userId: string): Promise<bigint> {
  const stakes: Sum[] = await context.db
    .selectFrom('seconds_orders')
    .select(({ fn }) => ['currency', fn.sum<bigint>('stake').as('amount')])
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('status', '=', RUNNING_SECONDS)
    .groupBy('currency')
    .execute()
  return valueInUnitOfAccount(pricesNow(context), stakes)
}

const usedSince: Readonly<Record<LimitKind, typeof lostSince>> = { deposit: depositedSince, loss: lostSince }

const leftOf = (maximum: bigint, used: bigint): bigint => (used < maximum ? maximum - used : 0n)
const amount = (units: bigint) => decimal(units, UNIT_OF_ACCOUNT)
const amountOrNull = (units: bigint | null) => (units === null ? null : amount(units))

async function limitEntity(
  context: Context,
  userId: string,
  kind: LimitKind,
  period: LimitPeriod,
  { maximum, next, changesAt }: Limit,
): Promise<SelfLimit> {
  const used = await usedSince[kind](context, userId, context.clock.now() - LIMIT_PERIODS[period])
  return {
    kind,
    period,
    maximum: amountOrNull(maximum),
    used: amount(used),
    left: maximum === null ? null : amount(leftOf(maximum, used)),
    changesAt: changesAt === null ? null : asUnixSeconds(changesAt),
    nextMaximum: amountOrNull(next),
  }
}

/** Each kind of limit with each period, also without a limit. */
export async function selfLimitsOf(context: Context, userId: string): Promise<SelfLimit[]> {
  const limitOf = await limitsInForce(context, userId)
  const limits: SelfLimit[] = []
  for (const kind of LIMIT_KINDS)
    for (const period of PERIODS) limits.push(await limitEntity(context, userId, kind, period, limitOf(kind, period)))
  return limits
}

/** Changes a limit in a transaction of the user. Throws `statusAbnormal` if nothing would change. */
export async function setSelfLimit(
  context: Context,
  userId: string,
  kind: LimitKind,
  period: LimitPeriod,
  maximum: bigint | null,
): Promise<{ entity: SelfLimit; event: LimitEvent }> {
  const limit = (await limitsInForce(context, userId))(kind, period)
  const changed = changedLimit(limit, maximum, context.clock.now())
  if (!changed) throw refuse('statusAbnormal')
  await storeLimit(context.db, userId, kind, period, changed.limit)
  return { entity: await limitEntity(context, userId, kind, period, changed.limit), event: changed.event }
}

async function storeLimit(
  db: Kysely<Tables>,
  userId: string,
  kind: LimitKind,
  period: LimitPeriod,
  { maximum, next, changesAt }: Limit,
): Promise<void> {
  const values = { maximum, next, changes_at: changesAt }
  await db
    .insertInto('self_limits')
    .values({ user_id: userId, kind, period, ...values })
    .onConflict((on) => on.columns(['user_id', 'kind', 'period']).doUpdateSet(values))
    .execute()
}

/**
 * Throws the refusal of a limit that an amount would exceed, in minor units of the unit of account. An amount of 0 is refused once nothing
 * is left of a limit.
 */
export async function checkSelfLimits(
  context: Context,
  userId: string,
  kind: LimitKind,
  added: () => bigint,
): Promise<void> {
  const limitOf = await limitsInForce(context, userId)
  for (const period of PERIODS) {
    const { maximum } = limitOf(kind, period)
    if (maximum === null) continue
    const left = leftOf(maximum, await usedSince[kind](context, userId, context.clock.now() - LIMIT_PERIODS[period]))
    if (left === 0n || added() > left)
      throw refuse(CODES[kind][period], { left: amount(left), maximum: amount(maximum), currency: UNIT_OF_ACCOUNT })
  }
}
