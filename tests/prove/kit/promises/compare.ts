import { add, asMoney, compare, sub, sum } from '../../../../src/engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../src/engine/language/values/time.ts'
import type { Money, Price } from '../../../../src/engine/language/values/units.ts'
import type { Receipt } from '../../../../src/generated/entities.ts'
import type { TestServer } from '../../../support/server/testServer.ts'
import type { Act } from './place.ts'

/** A line of the journal, as stored. */
export interface Line {
  from: string
  to: string
  currency: string
  amount: Money
}

/** Confirmed figures, receipt and journal of a call. */
export interface Evidence {
  promised: Readonly<Partial<Record<string, Money>>>
  /** The confirmed price; undefined where none was. */
  quoted?: Price | undefined
  due?: Act['due'] | undefined
  receipt: Receipt
  journal: readonly Line[]
  /** All receipts with their journals, where the confirmed figures are totals of several. */
  together?: readonly { receipt: Receipt; journal: readonly Line[] }[] | undefined
  /** Change of each account and currency of the user, by the balances before and after. */
  changes: Readonly<Record<string, Money>>
}

const DIGITS: Readonly<Record<string, number>> = { USD: 2, EUR: 2, GBP: 2, JPY: 2, XAU: 6, XAG: 6 }

/** Minor units as a decimal, by a shift of the digits; the server divides. */
function shifted(units: bigint, currency: string): Money {
  const digits = DIGITS[currency] ?? 8
  const text = units.toString().padStart(digits + 1, '0')
  return add(asMoney(`${text.slice(0, -digits)}.${text.slice(-digits)}`), asMoney('0'))
}

/** The journal of a receipt, read from the tables without the code of receipts. */
export async function journalOf({ context: { db } }: TestServer, receipt: string): Promise<Line[]> {
  const postings = await db
    .selectFrom('receipt_postings')
    .select('posting')
    .where('receipt', '=', receipt)
    .orderBy('posting')
    .execute()
  const lines: Line[] = []
  for (const { posting } of postings)
    for (const row of await db
      .selectFrom('ledger_transfer')
      .selectAll()
      .where('posting', '=', posting)
      .orderBy('line')
      .execute())
      lines.push({
        from: row.payer.split(':')[2] ?? '',
        to: row.payee.split(':')[2] ?? '',
        currency: row.currency,
        amount: shifted(row.amount, row.currency),
      })
  return lines
}

const OWN = new Set(['coin', 'contract'])
const total = (lines: readonly Line[]): Money => sum([asMoney('0'), ...lines.map(({ amount }) => amount)])

/** Each figure again, from the journal alone; undefined for one that holds determine. */
export function figureOf(figure: string, kind: Receipt['kind'], journal: readonly Line[]): Money | undefined {
  const to = (...names: string[]) => total(journal.filter((line) => names.includes(line.to)))
  const from = (...names: string[]) => total(journal.filter((line) => names.includes(line.from)))
  switch (figure) {
    case 'pay':
      return total(journal.filter((line) => OWN.has(line.from)))
    case 'receive':
      return total(journal.filter((line) => OWN.has(line.to)))
    case 'fee':
    case 'cost':
      return to('fees')
    case 'net':
      // The fee of opening is a posting of another receipt.
      if (kind === 'leverDeal') return undefined
      return kind === 'withdrawal' ? to('withdrawals') : sub(to('coin', 'contract'), from('coin', 'contract'))
    case 'profit':
      return sub(from('trading'), to('trading'))
    case 'winnings':
      return from('trading')
    case 'daily':
      return from('interest')
    case 'interest':
    case 'forfeited':
      return to('interest')
    case 'principal':
      return to('loans')
    default:
      return undefined
  }
}

const same = (a: Money, b: Money): boolean => compare(a, b) === 0

/** Differences between promise, receipt and journal, one sentence each. `exact`: figures that must be as promised. */
export function differencesOf(
  { promised, quoted, due, receipt, journal, together, changes }: Evidence,
  exact: readonly string[],
): string[] {
  const faults: string[] = []
  const { kind, action, postings, figures, trade, roundings } = receipt
  const name = `${kind} ${action}`
  if (postings.length !== journal.length)
    faults.push(`${name}: ${postings.length} postings, ${journal.length} in the journal`)
  for (const [index, line] of journal.entries()) {
    const { from, to, currency, amount } = postings[index] ?? {}
    if (
      from !== line.from ||
      to !== line.to ||
      currency !== line.currency ||
      !same(amount ?? asMoney('-1'), line.amount)
    )
      faults.push(`${name}: line ${index} is not that of the journal`)
  }
  faults.push(
    ...figureFaults(name, figures, {
      promised: together ? {} : promised,
      exact,
      again: (figure) => figureOf(figure, kind, journal),
    }),
  )
  if (together) faults.push(...togetherFaults(name, receipt, together, promised, exact))
  if (kind === 'leverDeal') faults.push(...netFaults(name, figures))
  faults.push(...dueFaults(name, receipt, due))
  if (quoted !== undefined && trade && (trade.quoted === null || compare(trade.quoted, quoted) !== 0))
    faults.push(`${name}: the price ${quoted} was confirmed, the receipt says ${String(trade.quoted)}`)
  if (
    trade?.quoted &&
    (trade.difference === null || compare(trade.difference, sub(trade.executed, trade.quoted)) !== 0)
  )
    faults.push(`${name}: the difference of the price is ${String(trade.difference)}`)
  if (trade && ![trade.bid, trade.ask, trade.last].some((price) => compare(price, trade.executed) === 0))
    faults.push(`${name}: the price executed is none of the tick`)
  for (const { figure, exact: before, rounded, rule } of roundings) {
    const away = compare(rounded, before)
    if (away === (rule === 'up' ? -1 : 1)) faults.push(`${name}: ${figure} is rounded the other way`)
  }
  const own: Record<string, Money> = {}
  const book = (account: string, currency: string, amount: Money) => {
    if (OWN.has(account)) own[`${account} ${currency}`] = add(own[`${account} ${currency}`] ?? asMoney('0'), amount)
  }
  for (const { from, to, currency, amount } of journal) {
    book(to, currency, amount)
    book(from, currency, sub(asMoney('0'), amount))
  }
  for (const account of new Set([...Object.keys(own), ...Object.keys(changes)]))
    if (!same(own[account] ?? asMoney('0'), changes[account] ?? asMoney('0')))
      faults.push(`${name}: ${account} changed by ${changes[account] ?? '0'}, the postings say ${own[account] ?? '0'}`)
  return faults
}

/** Differences between the end of a term in a receipt, its promise and the record. */
function dueFaults(name: string, { action, due }: Receipt, confirmed: Evidence['due']): string[] {
  if (due === null) return []
  const { promised, booked, later } = due
  const faults: string[] = []
  if (confirmed && promised !== confirmed.promised)
    faults.push(`${name}: the end ${confirmed.promised} was confirmed, the receipt says ${String(promised)}`)
  if (confirmed?.action === action && booked !== confirmed.booked)
    faults.push(`${name}: the term ends at ${String(confirmed.booked)}, the receipt says ${booked}`)
  if (promised !== null && later !== booked - promised)
    faults.push(`${name}: the end of the term is ${String(later)} s later`)
  return faults
}

interface Against {
  promised: Evidence['promised']
  exact: readonly string[]
  /** A figure from the journal; undefined where that does not determine it. */
  again(figure: string): Money | undefined
}

/** Differences between the figures of a receipt, their promise and the journal. */
function figureFaults(name: string, figures: readonly Figure[], { promised, exact, again }: Against): string[] {
  const faults: string[] = []
  for (const { figure, booked, promised: confirmed, difference } of figures) {
    const journaled = again(figure)
    if (journaled !== undefined && !same(journaled, booked))
      faults.push(`${name}: ${figure} is ${booked}, the journal has ${journaled}`)
    const sent = promised[figure]
    if (sent !== undefined && (confirmed === null || !same(confirmed, sent)))
      faults.push(`${name}: ${figure} was promised as ${sent}, the receipt says ${String(confirmed)}`)
    if (confirmed !== null && (difference === null || !same(difference, sub(booked, confirmed))))
      faults.push(`${name}: the difference of ${figure} is ${String(difference)}`)
    if (sent !== undefined && exact.includes(figure) && !same(sent, booked))
      faults.push(`${name}: ${figure} was promised as ${sent} and booked as ${booked}`)
  }
  return faults
}

/** Differences between the totals of several receipts, their promise, and the sums over their journals. */
function togetherFaults(
  name: string,
  { kind, together: totals }: Receipt,
  all: NonNullable<Evidence['together']>,
  promised: Evidence['promised'],
  exact: readonly string[],
): string[] {
  if (totals === null) return [`${name}: the receipt has no totals of its ${all.length} records`]
  const again = (figure: string): Money | undefined => {
    const parts = all.map(({ journal }) => figureOf(figure, kind, journal))
    return parts.every((part) => part !== undefined) ? sum([asMoney('0'), ...parts]) : undefined
  }
  const missing = Object.keys(promised).filter((figure) => !totals.figures.some((other) => other.figure === figure))
  return [
    ...(totals.records === all.length ? [] : [`${name}: ${totals.records} records together, not ${all.length}`]),
    ...missing.map((figure) => `${name}: ${figure} was promised and is in no total`),
    ...figureFaults(`${name}, together`, totals.figures, { promised, exact, again }),
    ...netFaults(`${name}, together`, totals.figures),
  ]
}

/** Checks that the net result of closings is their profit less both fees: the journal of a closing has only one of them. */
function netFaults(name: string, figures: readonly Figure[]): string[] {
  const booked = (figure: string): Money => figures.find((other) => other.figure === figure)?.booked ?? asMoney('0')
  const net = sub(sub(booked('profit'), booked('opening')), booked('fee'))
  return same(net, booked('net')) ? [] : [`${name}: net is ${booked('net')}, its parts come to ${net}`]
}

const UNIT = asMoney('0.00000001')

/** Faults on one side each: `differencesOf` must find every one. Null where the evidence cannot have it. */
export const MUTANTS: Readonly<Record<string, (evidence: Evidence) => Evidence | null>> = {
  'a fee is booked one unit above the receipt': (evidence) => {
    const at = evidence.journal.findIndex(({ to }) => to === 'fees')
    if (at < 0) return null
    const journal = evidence.journal.map((line, i) => (i === at ? { ...line, amount: add(line.amount, UNIT) } : line))
    return { ...evidence, journal }
  },
  'a posting is missing from the receipt': (evidence) =>
    evidence.receipt.postings.length === 0
      ? null
      : { ...evidence, receipt: { ...evidence.receipt, postings: evidence.receipt.postings.slice(1) } },
  'a figure is one unit off': (evidence) =>
    mutateFigure(evidence, ({ booked, ...rest }) => ({ ...rest, booked: add(booked, UNIT) })),
  'the promise is another one': (evidence) =>
    mutateFigure(evidence, (figure) =>
      figure.promised === null
        ? null
        : { ...figure, promised: add(figure.promised, UNIT), difference: figure.difference },
    ),
  'the difference has the other sign': (evidence) =>
    mutateFigure(evidence, (figure) =>
      figure.difference === null || compare(figure.difference, '0') === 0
        ? null
        : { ...figure, difference: sub(asMoney('0'), figure.difference) },
    ),
  'the end of a term is another one': (evidence) => {
    const { due } = evidence.receipt
    if (due === null || due.promised === null) return null
    return { ...evidence, receipt: { ...evidence.receipt, due: { ...due, booked: asUnixSeconds(due.booked + 1) } } }
  },
  'a rounding goes the other way': (evidence) => {
    const [first, ...others] = evidence.receipt.roundings
    if (!first || compare(first.exact, first.rounded) === 0) return null
    const turned = { ...first, rule: first.rule === 'up' ? ('down' as const) : ('up' as const) }
    return { ...evidence, receipt: { ...evidence.receipt, roundings: [turned, ...others] } }
  },
}

type Figure = Receipt['figures'][number]

/** Changes the first figure that `change` applies to and that the journal determines. */
function mutateFigure(evidence: Evidence, change: (figure: Figure) => Figure | null): Evidence | null {
  const { figures, kind } = evidence.receipt
  for (const [at, figure] of figures.entries()) {
    if (figureOf(figure.figure, kind, evidence.journal) === undefined) continue
    const changed = change(figure)
    if (changed) return { ...evidence, receipt: { ...evidence.receipt, figures: figures.with(at, changed) } }
  }
  return null
}
