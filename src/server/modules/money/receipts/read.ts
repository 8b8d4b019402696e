import { add, asMoney, sub } from '../../../../engine/language/values/decimal.ts'
import { asSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import type { Receipt, TradingRecord } from '../../../../generated/entities.ts'
import { LATEST_FIRST, readPage, type Page, type PageInput } from '../../../kit/api/page.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { recordOfReceipt } from '../../trading/history/records.ts'
import { bookedFigures, type Amount } from './figures.ts'
import type { ReceiptRow } from './tables.ts'
import type { Figure, Promised, ReceiptFacts, Trade } from './write.ts'

export type ReceiptOf = Receipt['kind'] | 'posting'

type Line = Receipt['postings'][number]
/** Of an account's id, `mode:owner:kind:currency`. */
const accountOf = (id: string): Line['from'] => id.split(':')[2] as Line['from']

async function postingsOf({ db }: Pick<ServerContext, 'db'>, receipt: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('receipt_postings as r')
    .innerJoin('ledger_transfer as t', 't.posting', 'r.posting')
    .select(['t.posting', 't.line', 't.payer', 't.payee', 't.currency', 't.amount'])
    .where('r.receipt', '=', receipt)
    .orderBy('t.posting')
    .orderBy('t.line')
    .execute()
  return rows.map(({ posting, line, payer, payee, currency, amount }) => ({
    id: `${posting}-${line}`,
    from: accountOf(payer),
    to: accountOf(payee),
    currency,
    amount: decimal(amount, currency),
  }))
}

async function holdsOf({ db }: Pick<ServerContext, 'db'>, receipt: string): Promise<Receipt['holds']> {
  const rows = await db
    .selectFrom('receipt_holds as r')
    .innerJoin('ledger_hold as h', 'h.id', 'r.hold')
    .select(['h.id', 'r.change', 'h.currency', 'h.amount'])
    .where('r.receipt', '=', receipt)
    .orderBy('h.id')
    .execute()
  return rows.map(({ id, change, currency, amount }) => ({ id, change, currency, amount: decimal(amount, currency) }))
}

type Row = Pick<ReceiptRow, 'id' | 'user_id' | 'kind' | 'record' | 'request' | 'call' | 'promise'>

/**
 * Promise and request of the call of this receipt. For a job: those of the latest call for this record, up to this
 * receipt, that was sent with figures. Undefined: no figures were sent.
 */
async function confirmedBy({ db }: Pick<ServerContext, 'db'>, row: Row) {
  if (row.call !== null) return row.promise === null ? undefined : row
  return await db
    .selectFrom('receipts')
    .select(['promise', 'request'])
    .where('user_id', '=', row.user_id)
    .where('kind', '=', row.kind)
    .where('record', '=', row.record)
    .where('id', '<=', row.id)
    .where('promise', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The receipts of one request that did the same to several records; empty where it did so to one. */
async function receiptsOfRequest({ db }: Pick<ServerContext, 'db'>, request: string | null, { user_id, kind }: Row) {
  if (request === null) return []
  const rows = await db
    .selectFrom('receipts')
    .selectAll()
    .where('request', '=', request)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return new Set(rows.map(({ record }) => record)).size > 1 ? rows : []
}

type BookedFigure = Amount & { figure: Figure }

function figureOf({ figure, currency, amount }: BookedFigure, promised: Promised): Receipt['figures'][number] {
  const confirmed = promised[figure] ?? null
  return {
    figure,
    currency,
    promised: confirmed,
    booked: amount,
    difference: confirmed === null ? null : sub(amount, confirmed),
  }
}

/** Bookings of a receipt: its postings, holds and figures. */
async function bookedOf(context: Pick<ServerContext, 'db'>, row: ReceiptRow) {
  const [postings, holds] = [await postingsOf(context, row.id), await holdsOf(context, row.id)]
  const { trade, currency, opening = null } = JSON.parse(row.facts) as ReceiptFacts
  const booked = { postings, holds, quote: trade?.currency ?? null, currency, opening }
  return { postings, holds, figures: bookedFigures(row.kind, row.action, booked) }
}

/** The figures of several receipts, each summed over its currency. */
async function totalsOf(context: Pick<ServerContext, 'db'>, rows: readonly ReceiptRow[]): Promise<BookedFigure[]> {
  const totals = new Map<string, BookedFigure>()
  for (const row of rows)
    for (const figure of (await bookedOf(context, row)).figures) {
      const key = `${figure.figure} ${figure.currency}`
      const so = totals.get(key)
      totals.set(key, so ? { ...so, amount: add(so.amount, figure.amount) } : figure)
    }
  return [...totals.values()]
}

function tradeOf({ tickMs, quoted, executed, ...rest }: Trade): NonNullable<Receipt['trade']> {
  return {
    ...rest,
    tickTime: asUnixSeconds(Math.floor(tickMs / 1000)),
    quoted,
    executed,
    difference: quoted === null ? null : sub(executed, quoted),
  }
}

function dueOf(booked: UnixSeconds | undefined, { due: promised }: Promised): Receipt['due'] {
  if (booked === undefined) return null
  return { promised: promised ?? null, booked, later: promised === undefined ? null : asSeconds(booked - promised) }
}

async function receiptEntity(context: Pick<ServerContext, 'db'>, row: ReceiptRow): Promise<Receipt> {
  const facts = JSON.parse(row.facts) as ReceiptFacts
  const confirmed = await confirmedBy(context, row)
  const promised = JSON.parse(confirmed?.promise ?? '{}') as Promised
  const several = await receiptsOfRequest(context, row.request, row)
  const isTotal = several.length > 0 && confirmed !== undefined
  const { postings, holds, figures } = await bookedOf(context, row)
  const { id, mode, kind, record, action, rule, call } = row
  return {
    id,
    mode,
    kind,
    record,
    action,
    rule,
    call,
    time: asUnixSeconds(row.created_ms / 1000n),
    terms: facts.terms,
    trade: facts.trade && tradeOf(facts.trade),
    legs: (facts.legs ?? []).map(tradeOf),
    postings,
    holds,
    roundings: facts.roundings.map((rounding) => ({ ...rounding, exact: asMoney(rounding.exact) })),
    figures: figures.map((figure) => figureOf(figure, isTotal ? {} : promised)),
    due: dueOf(facts.due, promised),
    promised: confirmed !== undefined,
    together: isTotal
      ? {
          records: several.length,
          figures: (await totalsOf(context, several)).map((total) => figureOf(total, promised)),
        }
      : null,
  }
}

/** A page of the receipts of a record of this user, latest first, with what was traded; of a posting, the receipt that it belongs to. */
export async function receiptsPage(
  context: Pick<ServerContext, 'db' | 'clock' | 'market'>,
  userId: string,
  { kind, id, page, after }: PageInput & { kind: ReceiptOf; id: string },
): Promise<Page<Receipt> & { record: TradingRecord | null }> {
  const own = context.db.selectFrom('receipts').selectAll().where('user_id', '=', userId)
  const found =
    kind === 'posting'
      ? own.where('id', 'in', (eb) => eb.selectFrom('receipt_postings').select('receipt').where('posting', '=', id))
      : own.where('kind', '=', kind).where('record', '=', id)
  const receipts = await readPage(found, LATEST_FIRST, { page, after }, (row) => receiptEntity(context, row))
  const [first] = receipts.rows
  return { ...receipts, record: first ? await recordOfReceipt(context, userId, first) : null }
}
