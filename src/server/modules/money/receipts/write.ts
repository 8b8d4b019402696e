import type { Decimal, Money, Price, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asMoney, canonical, isDecimal } from '../../../../engine/language/values/decimal.ts'
import { isObject } from '../../../../engine/language/values/json.ts'
import { contract } from '../../../../generated/contract.ts'
import type { Receipt } from '../../../../generated/entities.ts'
import type { MoneyRequest, ServerContext } from '../../../context.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { takeMovements } from '../../../kit/ledger/movements.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import type { Listing, Tick } from '../../trading/market/index.ts'
import { preparedInsert } from '../../../kit/storage/preparedQuery.ts'
import { receiptTables } from './tables.ts'

export type Figure = Receipt['figures'][number]['figure']

export interface Rounding {
  figure: Figure
  currency: string
  exact: Money
  rounded: Money
  rule: 'up' | 'down'
}

/** A trade at the price of a tick. `quoted`: the price that the user confirmed, the limit or the stop. */
export interface Trade {
  symbol: string
  base: string
  currency: string
  precision: number
  tick: number
  tickMs: number
  last: Price
  bid: Price
  ask: Price
  quoted: Price | null
  executed: Price
}

/** Facts of a receipt that neither the journal nor its columns contain. */
export interface ReceiptFacts {
  /** Currency of a figure that no posting has, such as a fee of 0. */
  currency: string
  terms: string | null
  trade: Trade | null
  /** The prices of an exchange; absent for any other action. */
  legs?: readonly Trade[]
  roundings: readonly Rounding[]
  /** Fee of opening what a closing closes, which an earlier receipt has the posting of; absent for any other action. */
  opening?: Money
  /** End of the term; absent where the action determines none. */
  due?: UnixSeconds
}

export interface ReceiptInput extends Pick<Receipt, 'kind' | 'record' | 'action' | 'rule'> {
  userId: string
  mode: Mode
  currency: string
  terms?: string | null
  trade?: Trade
  legs?: readonly Trade[]
  roundings?: readonly Rounding[]
  opening?: Money
  due?: UnixSeconds
  /** Unix milliseconds of the action; absent: now. */
  atMs?: number | bigint
}

/** Rules by which only a job acts, also where a call has advanced the record first. */
const OF_JOBS: readonly Receipt['rule'][] = [
  'takeProfit',
  'stopLoss',
  'liquidation',
  'trigger',
  'trailing',
  'expiry',
  'closing',
  'review',
  'schedule',
]

/** The trade at a tick. */
export const tradeAt = (
  { symbol, base, quote, precision }: Pick<Listing, 'symbol' | 'base' | 'quote' | 'precision'>,
  { seq, timeMs, last, bid, ask }: Tick,
  { quoted, executed }: Pick<Trade, 'quoted' | 'executed'>,
): Trade => ({
  symbol,
  base,
  currency: quote,
  precision,
  tick: seq,
  tickMs: timeMs,
  last,
  bid,
  ask,
  quoted,
  executed,
})

/** A rounding for a receipt. */
export const roundingOf = (
  figure: Figure,
  currency: string,
  rule: Rounding['rule'],
  exact: Decimal,
  rounded: Decimal,
): Rounding => ({ figure, currency, exact: asMoney(exact), rounded: asMoney(rounded), rule })

const insertReceipt = preparedInsert(receiptTables, 'receipts')
const insertPosting = preparedInsert(receiptTables, 'receipt_postings')

/** Writes the receipt of a money action, with the postings and holds of its transaction since the receipt before. */
export async function writeReceipt(
  { db, clock, money }: Pick<ServerContext, 'db' | 'clock' | 'money'>,
  {
    userId,
    mode,
    kind,
    record,
    action,
    rule,
    currency,
    terms,
    trade,
    legs,
    roundings,
    opening,
    due,
    atMs,
  }: ReceiptInput,
): Promise<void> {
  const { postings, held, released } = takeMovements(db)
  const id = newId(clock.nowMs())
  const facts: ReceiptFacts = {
    currency,
    terms: terms ?? null,
    trade: trade ?? null,
    roundings: roundings ?? [],
    ...(opening === undefined ? {} : { opening }),
    ...(legs === undefined ? {} : { legs }),
    ...(due === undefined ? {} : { due }),
  }
  const isOfJob = OF_JOBS.includes(rule) || (kind === 'leverDeal' && rule === 'limit')
  const request = isOfJob ? undefined : money
  await insertReceipt(db, {
    id,
    user_id: userId,
    mode,
    kind,
    record,
    action,
    rule,
    call: request?.call ?? null,
    request: request?.id ?? null,
    facts: JSON.stringify(facts),
    promise: request ? promiseOf(request, kind) : null,
    created_ms: BigInt(atMs ?? clock.nowMs()),
  })
  for (const posting of postings) await insertPosting(db, { posting, receipt: id })
  const holds = [
    ...held.map((hold) => ({ receipt: id, hold, change: 'held' as const })),
    ...released.map((hold) => ({ receipt: id, hold, change: 'released' as const })),
  ]
  if (holds.length > 0) await db.insertInto('receipt_holds').values(holds).execute()
}

/** The price is a fact of the trade. */
const QUOTED = 'quoted'
/** The only figure that is a time: Unix seconds. */
const DUE = 'due'

/** Figures that a user has confirmed, as stored. */
export type Promised = Partial<Record<Figure, Money>> & { due?: UnixSeconds }

/** The figures of a receipt of this kind that the user confirmed, by the annotations of the call's payload; null if none were sent. */
function promiseOf({ call, payload }: MoneyRequest, kind: Receipt['kind']): string | null {
  const figures: Record<string, Decimal | number> = {}
  for (const [path, name] of Object.entries(contract[call].promise ?? {})) {
    const [figure = '', of = contract[call].receipt] = name.split('.').toReversed()
    if (of !== kind) continue
    const value = path
      .split('/')
      .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), payload)
    if (figure === DUE && typeof value === 'number') figures[figure] = value
    else if (figure !== QUOTED && isDecimal(value)) figures[figure] = canonical(value)
  }
  return Object.keys(figures).length === 0 ? null : JSON.stringify(figures)
}
