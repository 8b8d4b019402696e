import { sql } from 'kysely'
import { asQuantity, canonical, mul, toFixed } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Lots, Money, Price, Quantity } from '../../../../engine/language/values/units.ts'
import type { TradeRecord } from '../../../../generated/entities.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import { notionalOf } from '../../../../product/trading/leverage.ts'
import { csvFileOf, FILE_WINDOW, type CsvFile } from '../../../kit/api/csvFile.ts'
import { readPage, type Page, type PageInput } from '../../../kit/api/page.ts'
import { sinceOf, type PeriodInput } from '../../../kit/api/period.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { isInverse } from '../market/instruments.ts'

const FILLED = BigInt(statusIndex('spotOrder', 'filled'))
const RUNNING = BigInt(statusIndex('secondsOrder', 'running'))
const TIED = statusIndex('secondsOrder', 'tied')
const CANCELLED = statusIndex('secondsOrder', 'cancelled')

/** Sides of records that are bought or sold, in a wider sense. */
export const SIDES: Readonly<Record<'buy' | 'sell', readonly TradeRecord['side'][]>> = {
  buy: ['buy', 'long', 'rise'],
  sell: ['sell', 'short', 'fall'],
}

export interface HistoryInput extends PeriodInput {
  kind?: TradeRecord['kind'] | null
  symbol?: string | null
  side?: keyof typeof SIDES | null
}

type Context = Pick<ServerContext, 'db' | 'clock' | 'market'>

/** A row of any of the three tables of trades. Amounts are minor units of the currency beside them. */
interface TradeRow {
  kind: TradeRecord['kind']
  id: string
  symbol: string
  side: TradeRecord['side']
  /** Of a spot order: minor units of its base currency. */
  units: bigint | null
  lots: Lots | null
  leverage: bigint | null
  size: Quantity | null
  price: Price
  exit: Price | null
  amount: bigint
  /** Null: the quote currency of the symbol. */
  currency: string | null
  fee: bigint
  /** Before the fee of a leveraged trade. */
  result: bigint | null
  ms: bigint
}

const nothing = {
  text: sql<string | null>`CAST(NULL AS TEXT)`,
  units: sql<bigint | null>`CAST(NULL AS BIGINT)`,
}

const NO_LEVERAGE = sql<bigint | null>`CAST(NULL AS BIGINT)`.as('leverage')

/** Trades that are done, by kind: filled spot orders, fixed-time contracts at their end, and closings of leveraged positions. */
function tradesOf({ db }: Context, owner: string, mode: Mode, symbol: string | null | undefined) {
  const own = { user_id: owner, mode, ...(symbol ? { symbol } : {}) }
  const spot = db
    .selectFrom('spot_orders')
    .select([sql<string>`'spot'`.as('kind'), 'id', 'symbol', sql<string>`side`.as('side')])
    .select([sql<bigint | null>`quantity`.as('units'), nothing.text.as('lots'), nothing.text.as('size')])
    .select([sql<string>`deal_price`.as('price'), nothing.text.as('exit')])
    .select([sql<bigint>`amount`.as('amount'), nothing.text.as('currency'), sql<bigint>`fee`.as('fee')])
    .select([sql<bigint | null>`profit`.as('result'), sql<bigint>`finished_ms`.as('ms')])
    .select(NO_LEVERAGE)
    .where((eb) => eb.and(own))
    .where('status', '=', FILLED)
  const seconds = db
    .selectFrom('seconds_orders')
    .select([sql<string>`'seconds'`.as('kind'), 'id', 'symbol'])
    .select(sql<string>`CASE side WHEN 'long' THEN 'rise' ELSE 'fall' END`.as('side'))
    .select([nothing.units.as('units'), nothing.text.as('lots'), nothing.text.as('size')])
    .select([sql<string>`entry_price`.as('price'), sql<string | null>`exit_price`.as('exit')])
    .select(['stake as amount', sql<string | null>`currency`.as('currency')])
    .select(
      sql<bigint>`CASE status WHEN ${sql.lit(CANCELLED)} THEN cancel_fee WHEN ${sql.lit(TIED)} THEN 0 ELSE fee END`.as(
        'fee',
      ),
    )
    .select([sql<bigint | null>`result`.as('result'), sql<bigint>`COALESCE(ended, expires) * 1000`.as('ms')])
    .select(NO_LEVERAGE)
    .where((eb) => eb.and(own))
    .where('status', '<>', RUNNING)
  const leverage = db
    .selectFrom('lever_deals')
    .select([sql<string>`'leverage'`.as('kind'), 'id', 'symbol', sql<string>`side`.as('side')])
    .select([nothing.units.as('units'), sql<string | null>`lots`.as('lots'), sql<string | null>`size`.as('size')])
    .select([sql<string>`open_price`.as('price'), sql<string | null>`close_price`.as('exit')])
    .select(['margin as amount', sql<string | null>`${sql.lit(UNIT_OF_ACCOUNT)}`.as('currency'), 'fee'])
    .select([sql<bigint | null>`profit`.as('result'), sql<bigint>`created * 1000`.as('ms')])
    .select(sql<bigint | null>`leverage`.as('leverage'))
    .where((eb) => eb.and(own))
  return { spot, seconds, leverage }
}

const LATEST_TRADE_FIRST = [
  { column: 'ms', type: 'integer', direction: 'desc' },
  { column: 'id', type: 'id', direction: 'desc' },
] as const

/** The trades of a user without an order. */
function queryTrades(context: Context, owner: string, mode: Mode, { kind, symbol, side, ...period }: HistoryInput) {
  const trades = tradesOf(context, owner, mode, symbol)
  const since = sinceOf(context, period)
  let query = context.db
    .with('trades', () => (kind ? trades[kind] : trades.spot.unionAll(trades.seconds).unionAll(trades.leverage)))
    .selectFrom('trades')
    .selectAll()
  if (side) query = query.where('side', 'in', SIDES[side])
  if (since !== null) query = query.where('ms', '>=', BigInt(since) * 1000n)
  if (typeof period.to === 'number') query = query.where('ms', '<', (BigInt(period.to) + 1n) * 1000n)
  return query
}

/** The quantity of a record, of which a spot one is stored in units of its base currency and a leveraged one in lots; null: neither. */
export function quantityOf(
  { units, lots, size }: Pick<TradeRow, 'units' | 'lots' | 'size'>,
  base: string,
): TradeRecord['quantity'] {
  if (units !== null) return asQuantity(decimal(units, base))
  return lots !== null && size !== null ? canonical(mul(lots, size)) : null
}

function recordOf({ market }: Context, row: TradeRow): TradeRecord {
  const listing = market.listing(row.symbol)
  if (!listing) throw new Error(`The market has no symbol ${row.symbol}`)
  const { base, quote, precision, class: kind } = listing
  const currency = row.currency ?? quote
  const money = (units: bigint, of = currency): Money => decimal(units, of)
  // The fee of a spot order is taken from what is received.
  const feeCurrency = row.kind === 'spot' && row.side === 'buy' ? base : currency
  const net = row.kind === 'leverage' && row.result !== null ? row.result - row.fee : row.result
  return {
    id: row.id,
    kind: row.kind,
    symbol: row.symbol,
    base,
    quote,
    class: kind,
    precision,
    side: row.side,
    quantity: quantityOf(row, base),
    price: row.price,
    exitPrice: row.exit,
    amount: money(row.amount),
    currency,
    value:
      row.kind === 'spot'
        ? money(row.amount)
        : row.lots !== null && row.size !== null
          ? notionalOf({ lots: row.lots, size: row.size, inverse: isInverse(listing) }, row.price)
          : null,
    leverage: row.leverage === null ? null : Number(row.leverage),
    fee: money(row.fee, feeCurrency),
    feeCurrency,
    result: net === null ? null : money(net),
    time: asUnixSeconds(row.ms / 1000n),
  }
}

/** One page of the trades of a user, latest first. */
export async function historyPage(
  context: Context,
  owner: string,
  mode: Mode,
  { page, after, ...input }: HistoryInput & PageInput,
): Promise<Page<TradeRecord>> {
  return await readPage(queryTrades(context, owner, mode, input), LATEST_TRADE_FIRST, { page, after }, (row) =>
    recordOf(context, row as TradeRow),
  )
}

/** The text of each column’s heading. */
const COLUMNS = [
  'history.time',
  'history.kind',
  'history.instrument',
  'history.side',
  'spot.quantity',
  'spot.price',
  'seconds.exit',
  'spot.worth',
  'lever.margin',
  'seconds.stake',
  'statement.currency',
  'lever.leverage',
  'flash.fee',
  ['statement.currency', 'flash.fee'],
  'history.result',
  'statement.reference',
] as const

/** The trades as a CSV file, latest first. */
export async function historyFile(
  context: Context,
  owner: string,
  mode: Mode,
  lang: string,
  input: HistoryInput,
): Promise<CsvFile> {
  const found = await queryTrades(context, owner, mode, input)
    .orderBy('ms', 'desc')
    .orderBy('id', 'desc')
    .offset(FILE_WINDOW.offset)
    .limit(FILE_WINDOW.limit)
    .execute()
  const layout = {
    name: 'trades',
    mode,
    lang,
    columns: COLUMNS,
    cellsOf: (tradeRecord: TradeRecord, textOf: (key: string) => string) => [
      textOf(`history.kind.${tradeRecord.kind}`),
      `${tradeRecord.base}/${tradeRecord.quote}`,
      textOf(`history.side.${tradeRecord.side}`),
      tradeRecord.quantity ?? '',
      toFixed(tradeRecord.price, tradeRecord.precision),
      tradeRecord.exitPrice === null ? '' : toFixed(tradeRecord.exitPrice, tradeRecord.precision),
      tradeRecord.value ?? '',
      tradeRecord.kind === 'leverage' ? tradeRecord.amount : '',
      tradeRecord.kind === 'seconds' ? tradeRecord.amount : '',
      tradeRecord.currency,
      tradeRecord.leverage === null ? '' : String(tradeRecord.leverage),
      tradeRecord.fee,
      tradeRecord.feeCurrency,
      tradeRecord.result ?? '',
      tradeRecord.id,
    ],
  }
  return csvFileOf(
    context,
    layout,
    found.map((row) => recordOf(context, row as TradeRow)),
  )
}
