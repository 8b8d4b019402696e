import { add, asMoney, compare, sub } from '../../../../src/core/decimal.ts'
import type { Money } from '../../../../src/core/units.ts'
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
  /** Figures that the app sent as promised; `labels`: those under which the confirmation may show it. */
  figures: readonly { figure: string; sent: Money; labels: readonly string[]; isConditional: boolean }[]
  /** All of the record. */
  receipts: readonly Receipt[]
  /** The screen of the receipts. */
  printed: readonly ShownRow[]
  /** The label of a figure of a receipt. */
  nameOf(figure: string): string
}

const same = (a: Money | null, b: Money | null): boolean => a !== null && b !== null && compare(a, b) === 0

/** Differences between confirmation, promise, receipts and postings, one sentence each. */
export function shownFaults({ rows, figures, receipts, printed, nameOf }: Rendered): string[] {
  const faults: string[] = []
  for (const { figure, sent, labels, isConditional } of figures) {
    // Without a row of the confirmation, a part inside it shows the figure.
    const shown = rows.filter(({ label, value }) => (labels.length === 0 || labels.includes(label)) && value !== null)
    if (!shown.some(({ value }) => same(value, sent)))
      faults.push(`${figure} was sent as ${sent}, shown as ${shown.map(({ text }) => text).join(' | ') || 'nothing'}`)
    faults.push(
      ...(figure === 'quoted' ? priceFaults(sent, receipts) : figureFaults(figure, sent, receipts, isConditional)),
    )
  }
  for (const { kind, figures: all, postings } of receipts)
    for (const { figure, booked } of all) {
      const again = figureOf(figure, kind, postings)
      if (again !== undefined && !same(again, booked)) faults.push(`${figure} is ${booked}, the postings say ${again}`)
      if (!printed.some(({ label, value }) => label === nameOf(figure) && same(value, booked)))
        faults.push(`the screen of the receipt does not show ${figure} as ${booked}`)
    }
  return faults
}

function priceFaults(sent: Money, receipts: readonly Receipt[]): string[] {
  const prices = receipts.flatMap(({ trade }) => trade?.quoted ?? [])
  return prices.some((price) => compare(asMoney(price), sent) === 0)
    ? []
    : [`the price ${sent} is ${prices.join(' | ') || 'not'} in the receipt`]
}

/** A promised figure is in one receipt at least, as it was sent; and booked so, unless the price differs. */
function figureFaults(figure: string, sent: Money, receipts: readonly Receipt[], isConditional: boolean): string[] {
  const promised = receipts.flatMap(({ figures, trade }) =>
    figures
      .filter((one) => one.figure === figure && one.promised !== null)
      .map((one) => ({ ...one, isMoved: (trade?.difference ?? '0') !== '0' })),
  )
  const isBooked = receipts.some(({ figures }) => figures.some((one) => one.figure === figure))
  if (promised.length === 0) return isConditional && !isBooked ? [] : [`no receipt has a promised ${figure}`]
  return promised.flatMap((one) => [
    ...(same(one.promised, sent) ? [] : [`${figure} ${sent} is ${String(one.promised)} in the receipt`]),
    ...(one.isMoved || same(one.booked, sent)
      ? []
      : [`${figure} was promised as ${sent}, and ${one.booked} was booked`]),
  ])
}

const UNIT = asMoney('0.00000001')

/** Faults on one side each, which `shownFaults` must find. Null where the evidence cannot have it. */
export const MUTANTS: Readonly<Record<string, (rendered: Rendered) => Rendered | null>> = {
  'the confirmation shows one unit more': (rendered) => {
    const [first] = rendered.figures
    if (!first) return null
    const rows = rendered.rows.map((row) =>
      first.labels.includes(row.label) && row.value !== null ? { ...row, value: add(row.value, UNIT) } : row,
    )
    return { ...rendered, rows }
  },
  'two figures of the confirmation are exchanged': (rendered) => {
    const [first, second] = rendered.figures.filter(({ labels }) => labels.length > 0)
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
    const sent = new Set(rendered.figures.map(({ figure }) => figure))
    return mutateFigures(rendered, (one) =>
      sent.has(one.figure) && one.promised !== null ? { ...one, promised: null, difference: null } : null,
    )
  },
  'one unit less is booked': (rendered) =>
    mutateFigures(rendered, (one, { kind, postings }) =>
      figureOf(one.figure, kind, postings) === undefined ? null : { ...one, booked: sub(one.booked, UNIT) },
    ),
}

type Figure = Receipt['figures'][number]

/** Changes every figure that `change` applies to; null where it applies to none. */
function mutateFigures(
  rendered: Rendered,
  change: (figure: Figure, receipt: Receipt) => Figure | null,
): Rendered | null {
  let isChanged = false
  const receipts = rendered.receipts.map((receipt) => ({
    ...receipt,
    figures: receipt.figures.map((figure) => {
      const changed = change(figure, receipt)
      isChanged ||= changed !== null
      return changed ?? figure
    }),
  }))
  return isChanged ? { ...rendered, receipts } : null
}
