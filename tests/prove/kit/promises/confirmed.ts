import { add, asMoney, compare, neg, sub } from '../../../../src/engine/language/values/decimal.ts'
import type { Money, UnixSeconds } from '../../../../src/engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../src/engine/language/values/time.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Receipt } from '../../../../src/generated/entities.ts'
import { figureOf } from './compare.ts'

/** A label on a screen and its value; `value` null where that is no amount. */
export interface ShownRow {
  label: string
  text: string
  value: Money | null
}

/** A confirmation of the app, and what came of it. */
export interface Rendered {
  call: CallId
  /** The confirmation when its button was pressed. */
  rows: readonly ShownRow[]
  /**
   * Figures that the app sent as promised. `kind`: of the receipts that have it, null for any; `labels`: those under which
   * the confirmation may show it; `least`: the least amount that may be booked of a figure that follows the price.
   */
  figures: readonly {
    figure: string
    kind: Receipt['kind'] | null
    sent: Money
    labels: readonly string[]
    isConditional: boolean
    least?: Money | null
  }[]
  /** Figures of what was stored, for which nothing is promised; `sent`: as the app sent it, or as stored where it sends none. */
  terms: readonly { name: string; sent: Money | null; stored: Money | null; labels: readonly string[] }[]
  /** The end of the term that the app sent, and the labels under which the confirmation may show it; null: the call has none. */
  due: { sent: UnixSeconds | null; labels: readonly string[] } | null
  /** A time as the app shows it. */
  formatTime(time: UnixSeconds): string
  /** All of the record. */
  receipts: readonly Receipt[]
  /** The screen of the receipts. */
  printed: readonly ShownRow[]
  /** The label of a figure of a receipt. */
  nameOf(figure: string): string
}

const same = (a: Money | null, b: Money | null): boolean => a !== null && b !== null && compare(a, b) === 0

/** Figures that a confirmation may show as an amount taken off. */
const TAKEN_OFF = new Set(['fee', 'opening', 'cost'])

/** Whether a row shows a figure as it was sent. */
const shows = ({ value }: ShownRow, { figure, sent }: Rendered['figures'][number]): boolean =>
  same(value, sent) || (TAKEN_OFF.has(figure) && same(value, neg(sent)))

/** The rows of a confirmation that have an amount under one of these labels. */
const amountsUnder = (rows: readonly ShownRow[], labels: readonly string[]): ShownRow[] =>
  rows.filter(({ label, value }) => labels.includes(label) && value !== null)

/** How the rows of a confirmation read, for a fault. */
const textOf = (rows: readonly ShownRow[]): string => rows.map(({ text }) => text).join(' | ') || 'nothing'

/** Whether receipts of a kind may have a figure. */
const isIn = ({ kind }: Rendered['figures'][number], receipt: Pick<Receipt, 'kind'>): boolean =>
  kind === null || kind === receipt.kind

/** Differences between confirmation, promise, receipts and postings, one sentence each. */
export function shownFaults(rendered: Rendered): string[] {
  const { rows, figures, receipts, printed, nameOf } = rendered
  const faults = [...dueFaults(rendered), ...termFaults(rendered)]
  for (const item of figures) {
    const { figure, sent, labels } = item
    const shown = amountsUnder(rows, labels)
    if (!shown.some((row) => shows(row, item))) faults.push(`${figure} was sent as ${sent}, shown as ${textOf(shown)}`)
    faults.push(...(figure === 'quoted' ? priceFaults(sent, receipts) : figureFaults(item, receipts)))
  }
  const isPrinted = (figure: string, booked: Money): boolean =>
    printed.some(({ label, value }) => label === nameOf(figure) && same(value, booked))
  for (const { kind, figures: all, together, postings } of receipts) {
    for (const { figure, booked } of all) {
      const again = figureOf(figure, kind, postings)
      if (again !== undefined && !same(again, booked)) faults.push(`${figure} is ${booked}, the postings say ${again}`)
    }
    for (const { figure, booked } of [...all, ...(together?.figures ?? [])])
      if (!isPrinted(figure, booked)) faults.push(`the screen of the receipt does not show ${figure} as ${booked}`)
  }
  return faults
}

/** The stored figures are those that were shown and sent. */
function termFaults({ rows, terms }: Rendered): string[] {
  return terms.flatMap(({ name, sent, stored, labels }) => {
    const shown = amountsUnder(rows, labels)
    return [
      ...(shown.some(({ value }) => same(value, stored))
        ? []
        : [`${name} was stored as ${String(stored)}, shown as ${textOf(shown)}`]),
      ...(same(sent, stored) ? [] : [`${name} was sent as ${String(sent)}, and stored as ${String(stored)}`]),
    ]
  })
}

/** The end of a term is shown as it was sent, and every receipt that determines it prints what was booked. */
function dueFaults({ due, rows, receipts, printed, formatTime }: Rendered): string[] {
  if (due === null) return []
  const { sent, labels } = due
  if (sent === null) return ['the end of the term was not sent']
  const faults: string[] = []
  if (!rows.some(({ label, text }) => labels.includes(label) && text === formatTime(sent)))
    faults.push(`the end of the term was sent as ${formatTime(sent)}, and not shown so`)
  const booked = receipts.flatMap((receipt) => receipt.due ?? [])
  if (!booked.some(({ promised }) => promised === sent)) faults.push('no receipt has the end of the term')
  for (const figure of booked)
    if (!printed.some(({ text }) => text === formatTime(figure.booked)))
      faults.push(`the screen of the receipt does not show ${formatTime(figure.booked)}`)
  return faults
}

function priceFaults(sent: Money, receipts: readonly Receipt[]): string[] {
  const prices = receipts.flatMap(({ trade }) => trade?.quoted ?? [])
  return prices.some((price) => compare(asMoney(price), sent) === 0)
    ? []
    : [`the price ${sent} is ${prices.join(' | ') || 'not'} in the receipt`]
}

/** A promised figure is in one receipt at least, as it was sent; and booked so, unless the price differs. The price of a closing of several positions is not promised. */
function figureFaults(item: Rendered['figures'][number], receipts: readonly Receipt[]): string[] {
  const { figure, sent, isConditional, least } = item
  const own = receipts.filter((receipt) => isIn(item, receipt))
  const all = own.flatMap(({ figures, together, trade }) => [
    ...figures.map((figure) => ({ ...figure, isMoved: (trade?.difference ?? '0') !== '0' })),
    ...(together?.figures ?? []).map((other) => ({ ...other, isMoved: figure !== 'opening' })),
  ])
  const booked = all.filter((item) => item.figure === figure)
  const promised = booked.filter((figure) => figure.promised !== null)
  if (promised.length === 0) return isConditional && booked.length === 0 ? [] : [`no receipt has a promised ${figure}`]
  return promised.flatMap((other) => [
    ...(same(other.promised, sent) ? [] : [`${figure} ${sent} is ${String(other.promised)} in the receipt`]),
    ...(other.difference !== null && same(other.difference, sub(other.booked, sent))
      ? []
      : [`the difference of ${figure} is ${String(other.difference)}`]),
    ...(other.isMoved || least !== undefined || same(other.booked, sent)
      ? []
      : [`${figure} was promised as ${sent}, and ${other.booked} was booked`]),
    ...(least === undefined || least === null || compare(other.booked, least) >= 0
      ? []
      : [`${figure} is at least ${least}, and ${other.booked} was booked`]),
  ])
}

const UNIT = asMoney('0.00000001')

/** Faults on one side each, which `shownFaults` must find. Null where the evidence cannot have it. */
export const MUTANTS: Readonly<Record<string, (rendered: Rendered) => Rendered | null>> = {
  'the confirmation shows one unit more': (rendered) => {
    const [first] = [...rendered.figures, ...rendered.terms]
    if (!first) return null
    const rows = rendered.rows.map((row) =>
      first.labels.includes(row.label) && row.value !== null ? { ...row, value: add(row.value, UNIT) } : row,
    )
    return { ...rendered, rows }
  },
  'two figures of the confirmation are exchanged': (rendered) => {
    const [first, second] = rendered.figures
    if (!first || !second || compare(first.sent, second.sent) === 0) return null
    const rows = rendered.rows.map((row) =>
      first.labels.includes(row.label)
        ? { ...row, value: second.sent }
        : second.labels.includes(row.label)
          ? { ...row, value: first.sent }
          : row,
    )
    return { ...rendered, rows }
  },
  'the receipt forgets what was promised': (rendered) => {
    const isSent = ({ figure }: Figure, receipt: Receipt) =>
      rendered.figures.some((item) => item.figure === figure && isIn(item, receipt))
    return mutateFigures(rendered, (figure, receipt) =>
      isSent(figure, receipt) && figure.promised !== null ? { ...figure, promised: null, difference: null } : null,
    )
  },
  'the confirmation shows another end of the term': (rendered) =>
    rendered.due?.sent == null
      ? null
      : { ...rendered, due: { ...rendered.due, sent: asUnixSeconds(rendered.due.sent + 60) } },
  'one unit more is stored': (rendered) => {
    const [first, ...others] = rendered.terms
    if (!first || first.stored === null) return null
    return { ...rendered, terms: [{ ...first, stored: add(first.stored, UNIT) }, ...others] }
  },
  'one unit less is booked': (rendered) =>
    mutateFigures(rendered, (figure, { kind, postings }) =>
      figureOf(figure.figure, kind, postings) === undefined ? null : { ...figure, booked: sub(figure.booked, UNIT) },
    ),
}

type Figure = Receipt['figures'][number]

/** Changes every figure that `change` applies to; null where it applies to none. */
function mutateFigures(
  rendered: Rendered,
  change: (figure: Figure, receipt: Receipt) => Figure | null,
): Rendered | null {
  let isChanged = false
  const receipts = rendered.receipts.map((receipt) => {
    const mutate = (figures: readonly Figure[]) =>
      figures.map((figure) => {
        const changed = change(figure, receipt)
        isChanged ||= changed !== null
        return changed ?? figure
      })
    const { figures, together } = receipt
    return {
      ...receipt,
      figures: mutate(figures),
      together: together && { ...together, figures: mutate(together.figures) },
    }
  })
  return isChanged ? { ...rendered, receipts } : null
}
