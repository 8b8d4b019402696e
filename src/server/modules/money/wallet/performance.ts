import { add, round, sign } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds, localDay, startOfDay } from '../../../../engine/language/values/time.ts'
import { percentOfMargin } from '../../../../product/trading/leverage.ts'
import { CASH_PLACES } from '../../../../product/trading/places.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { ValueChange } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, type Mode, type SystemAccount, type WalletKind, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { balancesBefore, flowsSince, type EarlierBalance } from '../../../kit/ledger/since.ts'
import { calendarOf } from '../../../kit/calendarOf.ts'
import { floatingAt, positionTotalsOf } from '../../trading/lever/account.ts'
import { pricesNow, type Prices } from '../../trading/market/valuation.ts'
import { costsOf } from '../../trading/spot/costs.ts'
import { exactWorthOf, KINDS } from './accountEntity.ts'

/** Counterparties whose money is brought in or taken out, not gained or lost. */
const OUTSIDE: readonly SystemAccount[] = ['opening', 'deposits', 'withdrawals', 'loans', 'corrections']

/** Minor units of the unit of account. `inflow`: the part of `flow` that came in. */
interface Worth {
  before: bigint
  now: bigint
  flow: bigint
  inflow: bigint
}

function changeOf({ before, now, flow, inflow }: Worth): ValueChange {
  const change = decimal(now - before - flow, UNIT_OF_ACCOUNT)
  const base = decimal(before + inflow, UNIT_OF_ACCOUNT)
  return {
    amount: round(change, CASH_PLACES, 'floor'),
    percent: sign(base) > 0 ? percentOfMargin(change, base) : null,
  }
}

/** Change in value of a user's accounts since the beginning of the day of a time zone, and the cost of the coins where `withCosts`. */
export async function performance(
  context: ServerContext,
  userId: string,
  mode: Mode,
  timeZone: string | null | undefined,
  withCosts: boolean,
): Promise<Calls['wallet/performance']['data']> {
  const { db, ledger, market, clock } = context
  const calendar = calendarOf(timeZone || 'UTC')
  const since = startOfDay(localDay(clock.now(), calendar), calendar)
  const [earlier, flows, floatingBefore, positions, balances] = await Promise.all([
    balancesBefore(db, userId, mode, since),
    flowsSince(db, userId, mode, since, OUTSIDE),
    floatingAt(context, userId, mode, since),
    positionTotalsOf(context, userId, mode),
    ledger.balances(userId, mode),
  ])
  const pricesAt = (seconds: number): Prices => ({ tick: (symbol) => market.tickAt(symbol, seconds * 1000) })
  const [then, now] = [pricesAt(since), pricesNow(context)]
  const worthOf = (prices: Prices, rows: readonly EarlierBalance[], kind: WalletKind): bigint =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + exactWorthOf(prices, row.currency, row.posted) : sum), 0n)
  const valued = flows.map(({ currency, time, amount, ...flow }) => ({
    ...flow,
    worth: exactWorthOf(pricesAt(time), currency, amount),
  }))
  const totalOf = (own: typeof valued): Pick<Worth, 'flow' | 'inflow'> => ({
    flow: own.reduce((sum, { worth }) => sum + worth, 0n),
    inflow: own.reduce((sum, { worth }) => (worth > 0n ? sum + worth : sum), 0n),
  })
  const [coin, contract] = KINDS.map((kind): Worth => ({
    before: worthOf(then, earlier, kind) + (kind === 'contract' ? floatingBefore : 0n),
    now: worthOf(now, balances, kind) + (kind === 'contract' ? positions.floating : 0n),
    ...totalOf(valued.filter((flow) => flow.kind === kind)),
  })) as [Worth, Worth]
  const parts = { coin: changeOf(coin), contract: changeOf(contract) }
  const { percent } = changeOf({
    before: coin.before + contract.before,
    now: coin.now + contract.now,
    ...totalOf(valued.filter(({ isOwn }) => !isOwn)),
  })
  return {
    since: asUnixSeconds(since),
    // The sum of the parts as they are shown.
    total: { amount: add(parts.coin.amount, parts.contract.amount), percent },
    ...parts,
    costs: withCosts ? await costsOf(context, userId, mode, balances) : [],
  }
}
