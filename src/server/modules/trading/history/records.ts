import { sql } from 'kysely'
import { asSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Lots, Money, Price, Quantity } from '../../../../engine/language/values/units.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { Receipt, TradingRecord } from '../../../../generated/entities.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import { readPage, type Page, type PageInput } from '../../../kit/api/page.ts'
import { sinceOf, type PeriodInput } from '../../../kit/api/period.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { orderKind } from '../spot/conditions.ts'
import type { SpotOrderRow } from '../spot/tables.ts'
import { quantityOf, SIDES } from './history.ts'

type Kind = TradingRecord['kind']
type Payload = Calls['trade/records']['payload']

/** Filter of a list of records. */
export type RecordsInput = PeriodInput & Pick<Payload, 'kind' | 'state' | 'symbol' | 'side'>

type Context = Pick<ServerContext, 'db' | 'clock' | 'market'>

/** A row of any of the five tables. Amounts are minor units of the currency beside them. */
interface RecordRow {
  kind: Kind
  id: string
  state: TradingRecord['state']
  symbol: string
  side: TradingRecord['side']
  /** Kind of the order. */
  type: TradingRecord['type']
  /** Of a spot order. */
  condition: SpotOrderRow['condition']
  reason: TradingRecord['reason']
  /** Of a spot order: minor units of its base currency. */
  units: bigint | null
  lots: Lots | null
  size: Quantity | null
  price: Price | null
  exit: Price | null
  amount: bigint | null
  /** Null: the quote currency of the symbol. */
  currency: string | null
  leverage: bigint | null
  result: bigint | null
  /** Term of a fixed-time contract. */
  term: bigint | null
  receipt: string
  ms: bigint
}

const NO_TEXT = sql<string | null>`CAST(NULL AS TEXT)`
const NO_INTEGER = sql<bigint | null>`CAST(NULL AS BIGINT)`
const USDT = sql<string | null>`${sql.lit(UNIT_OF_ACCOUNT)}`.as('currency')
const RUNNING = sql.lit(statusIndex('secondsOrder', 'running'))
const CANCELLED = sql.lit(statusIndex('secondsOrder', 'cancelled'))
const SOLD = sql.lit(statusIndex('secondsOrder', 'sold'))

/** State of an order by its status: open, done, cancelled. */
const stateOf = (status: string) =>
  sql<string>`CASE ${sql.ref(status)} WHEN 0 THEN 'open' WHEN 1 THEN 'done' ELSE 'cancelled' END`.as('state')

/** The records of a user in one mode, by kind, each with the columns of `RecordRow`. */
function recordsOf({ db }: Context, owner: string, mode: Mode, symbol: string | null | undefined) {
  const own = { user_id: owner, mode, ...(symbol ? { symbol } : {}) }
  const ownOf = (table: string) =>
    Object.fromEntries(Object.entries(own).map(([column, value]) => [`${table}.${column}`, value]))
  return {
    spot: () =>
      db
        .selectFrom('spot_orders')
        .select([sql<string>`'spot'`.as('kind'), 'id', stateOf('status'), 'symbol', sql<string>`side`.as('side')])
        .select([sql<string | null>`kind`.as('type'), sql<string | null>`condition`.as('condition')])
        .select([NO_TEXT.as('reason'), sql<bigint | null>`quantity`.as('units'), NO_TEXT.as('lots')])
        .select([
          NO_TEXT.as('size'),
          sql<string | null>`CASE
            WHEN deal_price IS NOT NULL THEN deal_price
            WHEN condition = 'trailing' THEN NULL
            WHEN condition = 'stop' AND kind = 'market' THEN trigger_price
            ELSE price END`.as('price'),
        ])
        .select([NO_TEXT.as('exit'), 'amount', NO_TEXT.as('currency'), NO_INTEGER.as('leverage')])
        .select([sql<bigint | null>`profit`.as('result'), sql<string>`id`.as('receipt'), NO_INTEGER.as('term')])
        .select(sql<bigint>`COALESCE(finished_ms, created_ms)`.as('ms'))
        .where((eb) => eb.and(own)),
    seconds: () =>
      db
        .selectFrom('seconds_orders')
        .select([sql<string>`'seconds'`.as('kind'), 'id'])
        .select([
          sql<string>`CASE status WHEN ${RUNNING} THEN 'open' WHEN ${CANCELLED} THEN 'cancelled' ELSE 'done' END`.as(
            'state',
          ),
          'symbol',
        ])
        .select(sql<string>`CASE side WHEN 'long' THEN 'rise' ELSE 'fall' END`.as('side'))
        .select([NO_TEXT.as('type'), NO_TEXT.as('condition')])
        .select(sql<string | null>`CASE status WHEN ${SOLD} THEN 'user' END`.as('reason'))
        .select([
          NO_INTEGER.as('units'),
          NO_TEXT.as('lots'),
          NO_TEXT.as('size'),
          sql<string | null>`entry_price`.as('price'),
        ])
        .select([sql<string | null>`exit_price`.as('exit'), sql<bigint | null>`stake`.as('amount')])
        .select([sql<string | null>`currency`.as('currency'), NO_INTEGER.as('leverage'), 'result'])
        .select([sql<string>`id`.as('receipt'), sql<bigint | null>`seconds`.as('term')])
        .select(
          sql<bigint>`(CASE WHEN status = ${RUNNING} THEN created ELSE COALESCE(ended, expires) END) * 1000`.as('ms'),
        )
        .where((eb) => eb.and(own)),
    leverOrder: () =>
      db
        .selectFrom('lever_orders')
        .select([sql<string>`'leverOrder'`.as('kind'), 'id', stateOf('status'), 'symbol'])
        .select([sql<string>`side`.as('side'), sql<string | null>`kind`.as('type'), NO_TEXT.as('condition')])
        .select([NO_TEXT.as('reason'), NO_INTEGER.as('units'), sql<string | null>`lots`.as('lots')])
        .select([sql<string | null>`size`.as('size'), sql<string | null>`COALESCE(deal_price, price)`.as('price')])
        .select([NO_TEXT.as('exit'), sql<bigint | null>`margin`.as('amount'), USDT])
        .select([
          sql<bigint | null>`leverage`.as('leverage'),
          NO_INTEGER.as('result'),
          sql<string>`id`.as('receipt'),
          NO_INTEGER.as('term'),
        ])
        .select(sql<bigint>`COALESCE(finished, created) * 1000`.as('ms'))
        .where((eb) => eb.and(own)),
    leverage: () =>
      db
        .selectFrom('lever_deals')
        .select([sql<string>`'leverage'`.as('kind'), 'id', sql<string>`'done'`.as('state'), 'symbol'])
        .select([sql<string>`side`.as('side'), NO_TEXT.as('type'), NO_TEXT.as('condition')])
        .select([sql<string | null>`reason`.as('reason'), NO_INTEGER.as('units'), sql<string | null>`lots`.as('lots')])
        .select([sql<string | null>`size`.as('size'), sql<string | null>`open_price`.as('price')])
        .select([sql<string | null>`close_price`.as('exit'), sql<bigint | null>`margin`.as('amount'), USDT])
        .select([sql<bigint | null>`leverage`.as('leverage'), sql<bigint | null>`profit - fee`.as('result')])
        .select([sql<string>`id`.as('receipt'), NO_INTEGER.as('term'), sql<bigint>`created * 1000`.as('ms')])
        .where((eb) => eb.and(own)),
    closeOrder: () =>
      db
        .selectFrom('lever_close_orders')
        .innerJoin('lever_positions', 'lever_positions.id', 'lever_close_orders.position')
        .leftJoin('lever_deals', 'lever_deals.id', 'lever_close_orders.deal')
        .select([sql<string>`'closeOrder'`.as('kind'), 'lever_close_orders.id', stateOf('lever_close_orders.status')])
        .select(['lever_close_orders.symbol', sql<string>`lever_close_orders.side`.as('side')])
        .select([sql<string | null>`lever_close_orders.kind`.as('type'), NO_TEXT.as('condition'), NO_TEXT.as('reason')])
        .select([
          NO_INTEGER.as('units'),
          sql<string | null>`COALESCE(lever_deals.lots, lever_close_orders.lots)`.as('lots'),
          sql<string | null>`lever_positions.size`.as('size'),
        ])
        .select(sql<string | null>`COALESCE(lever_deals.close_price, lever_close_orders.trigger_price)`.as('price'))
        .select([NO_TEXT.as('exit'), NO_INTEGER.as('amount'), USDT, NO_INTEGER.as('leverage'), NO_INTEGER.as('result')])
        .select(sql<string>`COALESCE(lever_close_orders.deal, lever_close_orders.position)`.as('receipt'))
        .select(NO_INTEGER.as('term'))
        .select(sql<bigint>`COALESCE(lever_close_orders.finished, lever_close_orders.created) * 1000`.as('ms'))
        .where((eb) => eb.and(ownOf('lever_close_orders'))),
  }
}

const LATEST_RECORD_FIRST = [
  { column: 'ms', type: 'integer', direction: 'desc' },
  { column: 'id', type: 'id', direction: 'desc' },
] as const

const STATES: Readonly<Record<NonNullable<RecordsInput['state']>, readonly TradingRecord['state'][]>> = {
  open: ['open'],
  done: ['done'],
  cancelled: ['cancelled'],
  ended: ['done', 'cancelled'],
}

const RECEIPTS = {
  spot: 'spotOrder',
  seconds: 'secondsOrder',
  leverOrder: 'leverOrder',
  leverage: 'leverDeal',
} as const
const RECORDED = ['spot', 'seconds', 'leverOrder', 'leverage'] as const satisfies (keyof typeof RECEIPTS)[]

function recordOf({ market }: Context, row: RecordRow): TradingRecord {
  const listing = market.listing(row.symbol)
  if (!listing) throw new Error(`The market has no symbol ${row.symbol}`)
  const { symbol, base, quote, precision, class: kind } = listing
  const currency = row.currency ?? quote
  const money = (units: bigint | null): Money | null => (units === null ? null : decimal(units, currency))
  const isExecuted = row.kind === 'closeOrder' && row.state === 'done'
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    symbol,
    base,
    quote,
    class: kind,
    precision,
    side: row.side,
    type:
      row.kind === 'spot'
        ? orderKind({ kind: row.type === 'limit' ? 'limit' : 'market', condition: row.condition })
        : row.type,
    reason: row.reason,
    quantity: quantityOf(row, base),
    price: row.price,
    exitPrice: row.exit,
    amount: money(row.amount),
    currency,
    leverage: row.leverage === null ? null : Number(row.leverage),
    result: money(row.result),
    time: asUnixSeconds(row.ms / 1000n),
    seconds: row.term === null ? null : asSeconds(Number(row.term)),
    receiptKind: row.kind === 'closeOrder' ? (isExecuted ? 'leverDeal' : 'leverOrder') : RECEIPTS[row.kind],
    receiptId: row.receipt,
  }
}

/** One page of the records of a user, latest first. */
export async function recordsPage(
  context: Context,
  owner: string,
  mode: Mode,
  { page, after, kind, state, symbol, side, ...period }: RecordsInput & PageInput,
): Promise<Page<TradingRecord>> {
  const kinds = recordsOf(context, owner, mode, symbol)
  const lever = () => kinds.leverOrder().unionAll(kinds.leverage()).unionAll(kinds.closeOrder())
  const since = sinceOf(context, period)
  let query = context.db
    .with('records', () =>
      kind === 'lever' ? lever() : kind ? kinds[kind]() : kinds.spot().unionAll(kinds.seconds()).unionAll(lever()),
    )
    .selectFrom('records')
    .selectAll()
  if (state) query = query.where('state', 'in', STATES[state])
  if (side) query = query.where('side', 'in', SIDES[side])
  if (since !== null) query = query.where('ms', '>=', BigInt(since) * 1000n)
  if (typeof period.to === 'number') query = query.where('ms', '<', (BigInt(period.to) + 1n) * 1000n)
  return await readPage(query, LATEST_RECORD_FIRST, { page, after }, (row) => recordOf(context, row as RecordRow))
}

/** The record that a receipt is of; null for a kind that is not traded, and for a record that is not this user's. */
export async function recordOfReceipt(
  context: Context,
  owner: string,
  { kind: receiptKind, record, mode }: Pick<Receipt, 'kind' | 'record' | 'mode'>,
): Promise<TradingRecord | null> {
  const { db, market } = context
  const kind = RECORDED.find((each) => RECEIPTS[each] === receiptKind)
  if (kind === undefined) return null
  const row = await db
    .with('records', () => recordsOf(context, owner, mode, null)[kind]())
    .selectFrom('records')
    .selectAll()
    .where('id', '=', record)
    .executeTakeFirst()
  return row && market.listing(row.symbol) ? recordOf(context, row as RecordRow) : null
}
