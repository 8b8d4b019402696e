import type { ComputedIndicator } from '../indicators/indicators.ts'
import type { PaneId } from './panes.ts'
import type { ChartStyle } from './style.ts'

/** CSS pixels: a lower pane of the volume has no space for words. The crosshair readout shows the volume too. */
const MIN_LABELLED_HEIGHT = 44
/** CSS pixels: a lower pane of prices has no row for bid and ask, in whose place the values of the crosshair are shown. */
const MIN_QUOTED_HEIGHT = 150
export const hasQuoteRow = (paneHeight: number): boolean => paneHeight >= MIN_QUOTED_HEIGHT
/** CSS pixels before the first text, and between two. */
export const [INDENT, GAP] = [6, 8]

export type Part = readonly [text: string, color: string]

/** Names and values of the curves of an indicator at a candle. */
function partsOf(
  { pane, curves, values }: ComputedIndicator,
  at: number,
  { colors, format, precision }: ChartStyle,
): Part[] {
  const digits = pane === 'rsi' ? 2 : precision
  return curves.map(({ name, color }, curve) => {
    const value = values[curve]?.[at]
    return [
      `${name} ${value === null || value === undefined ? '—' : format.price(value.toFixed(digits), digits)}`,
      colors[color],
    ]
  })
}

/** Divides texts of these widths into rows of an available width: the positions of the first text of each row. */
export function wrapLegend(widths: readonly number[], available: number, gap: number): number[] {
  const starts: number[] = []
  let x = 0
  for (const [index, width] of widths.entries()) {
    if (index === 0 || x + width > available) {
      starts.push(index)
      x = 0
    }
    x += width + gap
  }
  return starts
}

/** The rows of a pane: each indicator begins one, and wraps where it is wider than the plot. `measure` in the unit of `width`. */
export function rowsOf(
  indicators: readonly ComputedIndicator[],
  at: number,
  style: ChartStyle,
  width: number,
  ratio: number,
  measure: (text: string) => number,
): Part[][] {
  return indicators.flatMap((indicator) => {
    const parts = partsOf(indicator, at, style)
    const starts = wrapLegend(
      parts.map(([text]) => measure(text)),
      width - 2 * INDENT * ratio,
      GAP * ratio,
    )
    return starts.map((start, row) => parts.slice(start, starts[row + 1]))
  })
}

/** Returns how many rows the legend of a pane takes, so that its drawing begins below them. Sizes in CSS pixels. */
export function countLegendRows(
  id: PaneId,
  paneHeight: number,
  indicators: readonly ComputedIndicator[],
  last: number,
  style: ChartStyle,
  width: number,
  measure: (text: string) => number,
): number {
  if (id === 'volume') return paneHeight >= MIN_LABELLED_HEIGHT ? 1 : 0
  const quoteRows = id === 'price' && hasQuoteRow(paneHeight) ? 1 : 0
  return (
    quoteRows +
    rowsOf(
      indicators.filter(({ pane }) => pane === id),
      last,
      style,
      width,
      1,
      measure,
    ).length
  )
}
