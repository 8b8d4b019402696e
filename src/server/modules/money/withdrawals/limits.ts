import { statusIndex } from '../../../../product/domain/status.ts'
import type { WithdrawalLimit } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow, type Prices } from '../../trading/market/valuation.ts'
import { valueInUnitOfAccount, type Sum } from './turnover.ts'

type Context = Pick<ServerContext, 'db' | 'market' | 'clock' | 'operator'>

const DAY_SECONDS = 24 * 3600
const PERIODS = [
  { period: 'day', seconds: DAY_SECONDS, code: 'withdrawalDayLimit' },
  { period: 'month', seconds: 30 * DAY_SECONDS, code: 'withdrawalMonthLimit' },
] as const
const FAILURE = BigInt(statusIndex('withdrawal', 'failure'))

/** Value of the withdrawals of a user since a time, except failed ones, in minor units of the unit of account. */
async function withdrawnSince({ db }: Context, prices: Prices, userId: string, since: number): Promise<bigint> {
  const sums: Sum[] = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => ['currency', fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('status', '<>', FAILURE)
    .where('created', '>', BigInt(since))
    .groupBy('currency')
    .execute()
  return valueInUnitOfAccount(prices, sums)
}

async function limitOf(
  context: Context,
  prices: Prices,
  userId: string,
  { period, seconds }: (typeof PERIODS)[number],
) {
  const maximum = minor(context.operator.server.withdrawalLimits[period], UNIT_OF_ACCOUNT)
  const used = await withdrawnSince(context, prices, userId, context.clock.now() - seconds)
  return { maximum, left: used < maximum ? maximum - used : 0n }
}

const amounts = ({ maximum, left }: { maximum: bigint; left: bigint }) => ({
  maximum: decimal(maximum, UNIT_OF_ACCOUNT),
  left: decimal(left, UNIT_OF_ACCOUNT),
})

/** The limits of a day and of a month, with what is left of each. */
export async function withdrawalLimits(context: Context, userId: string): Promise<WithdrawalLimit[]> {
  const prices = pricesNow(context)
  const limits: WithdrawalLimit[] = []
  for (const period of PERIODS)
    limits.push({ period: period.period, ...amounts(await limitOf(context, prices, userId, period)) })
  return limits
}

/** Throws `withdrawalDayLimit` or `withdrawalMonthLimit` for a withdrawal above what is left. */
export async function checkLimits(context: Context, userId: string, withdrawal: Sum): Promise<void> {
  const prices = pricesNow(context)
  const value = valueInUnitOfAccount(prices, [withdrawal])
  for (const period of PERIODS) {
    const limit = await limitOf(context, prices, userId, period)
    if (value > limit.left) throw refuse(period.code, { ...amounts(limit), currency: UNIT_OF_ACCOUNT })
  }
}
