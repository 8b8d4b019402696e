import { asMoney, sub } from '../../core/decimal.ts'
import { asUnixSeconds } from '../../core/time.ts'
import type { Money } from '../../core/units.ts'
import type { Receipt } from '../../generated/entities.ts'
import { LATEST_FIRST, readPage, type Page, type PageInput } from '../api/page.ts'
import type { ServerContext } from '../context.ts'
import { decimal } from '../ledger/index.ts'
import { bookedFigures, type Amount } from './figures.ts'
import type { ReceiptRow } from './tables.ts'
import type { Figure, ReceiptFacts } from './write.ts'

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

type Promised = Partial<Record<Figure, Money>>

/** The figures that the user confirmed with the latest call for this record, up to this receipt. */
async function promiseOf({ db }: Pick<ServerContext, 'db'>, row: ReceiptRow): Promise<Promised> {
  const stored = await db
    .selectFrom('receipts')
    .select('promise')
    .where('user_id', '=', row.user_id)
    .where('kind', '=', row.kind)
    .where('record', '=', row.record)
    .where('id', '<=', row.id)
    .where('promise', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return JSON.parse(stored?.promise ?? '{}') as Promised
}

function figureOf({ figure, currency, amount }: Amount & { figure: Figure }, promised: Promised) {
  const confirmed = promised[figure] ?? null
  return {
    figure,
    currency,
    promised: confirmed,
    booked: amount,
    difference: confirmed === null ? null : sub(amount, confirmed),
  }
}

function tradeOf({ trade }: ReceiptFacts): Receipt['trade'] {
  if (!trade) return null
  const { tickMs, quoted, executed, ...rest } = trade
  return {
    ...rest,
    tickTime: asUnixSeconds(Math.floor(tickMs / 1000)),
    quoted,
    executed,
    difference: quoted === null ? null : sub(executed, quoted),
  }
}

async function receiptEntity(context: Pick<ServerContext, 'db'>, row: ReceiptRow): Promise<Receipt> {
  const facts = JSON.parse(row.facts) as ReceiptFacts
  const [postings, holds, promised] = [
    await postingsOf(context, row.id),
    await holdsOf(context, row.id),
    await promiseOf(context, row),
  ]
  const { id, mode, kind, record, action, rule, call } = row
  const booked = { postings, holds, quote: facts.trade?.currency ?? null, currency: facts.currency }
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
    trade: tradeOf(facts),
    postings,
    holds,
    roundings: facts.roundings.map((one) => ({ ...one, exact: asMoney(one.exact) })),
    figures: bookedFigures(kind, action, booked).map((one) => figureOf(one, promised)),
  }
}

/** A page of the receipts of a record of this user, latest first; of a posting, the receipt that it belongs to. */
export async function receiptsPage(
  context: Pick<ServerContext, 'db'>,
  userId: string,
  { kind, id, page, after }: PageInput & { kind: ReceiptOf; id: string },
): Promise<Page<Receipt>> {
  const own = context.db.selectFrom('receipts').selectAll().where('user_id', '=', userId)
  const found =
    kind === 'posting'
      ? own.where('id', 'in', (eb) => eb.selectFrom('receipt_postings').select('receipt').where('posting', '=', id))
      : own.where('kind', '=', kind).where('record', '=', id)
  return await readPage(found, LATEST_FIRST, { page, after }, (row) => receiptEntity(context, row))
}
