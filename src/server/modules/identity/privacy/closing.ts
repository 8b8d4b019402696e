import type { Calls } from '../../../../generated/calls.ts'
import { statusIndex, type StatusListName, type StatusOf } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { notify } from '../notices.ts'
import { endSessions } from '../login/sessions.ts'
import type { UserRow } from '../tables.ts'
import { decimal, minor, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { valueInUnitOfAccount } from '../../money/withdrawals/turnover.ts'

type CloseInfo = Calls['user/close_info']['data']
type Kind = CloseInfo['open'][number]['kind']
type Context = Pick<ServerContext, 'db' | 'ledger' | 'market' | 'clock' | 'operator'>

const before = <List extends StatusListName>(list: List, status: StatusOf<List>): bigint =>
  BigInt(statusIndex(list, status))

/** Records that have to end before an account closes: those whose status is before the first end of its list. */
const OPEN = {
  positions: { table: 'lever_positions', end: before('position', 'closed') },
  leverOrders: { table: 'lever_orders', end: before('leverOrder', 'filled') },
  spotOrders: { table: 'spot_orders', end: before('spotOrder', 'filled') },
  seconds: { table: 'seconds_orders', end: before('secondsOrder', 'won') },
  withdrawals: { table: 'withdrawals', end: before('withdrawal', 'success') },
  deposits: { table: 'deposits', end: before('deposit', 'success') },
  interest: { table: 'interest_orders', end: before('interest', 'completed') },
  fixed: { table: 'fixed_orders', end: before('fixed', 'completed') },
} as const

async function openRecords({ db }: Context, userId: string): Promise<CloseInfo['open']> {
  const open: CloseInfo['open'] = []
  const add = (kind: Kind, count: bigint) => {
    if (count > 0n) open.push({ kind, count: Number(count) })
  }
  for (const [kind, { table, end }] of Object.entries(OPEN) as [Kind, (typeof OPEN)[keyof typeof OPEN]][]) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where('mode', '=', 'real')
      .where('status', '<', end)
      .executeTakeFirstOrThrow()
    add(kind, count)
  }
  // Loans have real money only.
  const { count } = await db
    .selectFrom('loans')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '<', before('loan', 'repaid'))
    .executeTakeFirstOrThrow()
  add('loans', count)
  return open
}

/** Least amount that can be withdrawn, in minor units of the unit of account. Less is no reason to keep an account. */
function leastWithdrawal({ operator }: Context): bigint {
  const own = operator.server.withdrawals.filter(({ currency }) => currency === UNIT_OF_ACCOUNT)
  const minima = own.map(({ minimum }) => minor(minimum, UNIT_OF_ACCOUNT))
  return minima.reduce((least, minimum) => (minimum < least ? minimum : least), minima[0] ?? 0n)
}

/** Remaining balances of the real account of a user. */
export async function closeInfo(context: Context, userId: string): Promise<CloseInfo> {
  const balances = (await context.ledger.balances(userId, 'real')).filter(({ posted }) => posted > 0n)
  const sums = balances.map(({ currency, posted }) => ({ currency, amount: posted }))
  const worth = valueInUnitOfAccount(pricesNow(context), sums)
  const least = leastWithdrawal(context)
  const open = await openRecords(context, userId)
  return {
    balances: balances.map(({ kind, currency, posted }) => ({
      account: kind,
      currency,
      amount: decimal(posted, currency),
    })),
    worth: decimal(worth, UNIT_OF_ACCOUNT),
    least: decimal(least, UNIT_OF_ACCOUNT),
    open,
    mayClose: open.length === 0 && worth < least,
  }
}

/**
 * Closes an account in a transaction under the user's lock. Throws `accountNotEmpty` if something is left, such as an
 * earlier withdrawal. Later requests find no session: of a withdrawal and a closing one succeeds.
 */
export async function closeAccount(context: ServerContext, user: UserRow): Promise<void> {
  const { db, clock } = context
  if (user.frozen === 1n) throw refuse('accountFrozen')
  if (!(await closeInfo(context, user.id)).mayClose) throw refuse('accountNotEmpty')
  await notify(context, user.id, 'accountClosed', {})
  await db.updateTable('users').set({ closed: clock.now() }).where('id', '=', user.id).execute()
  await db.deleteFrom('freeze_links').where('user_id', '=', user.id).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', user.id).execute()
  await endSessions(db, user.id)
}
