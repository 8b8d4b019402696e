import type { ComputedIndicator } from '../indicators/indicators.ts'
import type { PaneId } from './panes.ts'
import type { ChartStyle } from './style.ts'

/** CSS pixels: a lower pane of the volume has no space for words. The crosshair readout shows the volume too. */
const MIN_LABELLED_HEIGHT = 44
/** CSS pixels before the first text, and between two. */
export const [INDENT, GAP] = [6, 8]

export type Part = readonly [text: string, color: string]

/** Names and values of the curves of an indicator at a candle. */
function partsOf(
  { pane, curves, values }: ComputedIndicator,
  at: number,
  { colors, format, precision }: ChartStyle,
): [name: string, value: string, color: string][] {
  const digits = pane === 'rsi' ? 2 : precision
  return curves.map(({ name, color }, curve) => {
    const value = values[curve]?.[at]
    const shown = value === null || value === undefined ? '—' : format.price(value.toFixed(digits), digits)
    return [name, shown, colors[color]]
  })
}

/** How many of the first texts have their value in a row of an available width; the others have their name only. */
export function countValues(
  names: readonly number[],
  withValues: readonly number[],
  available: number,
  gap: number,
): number {
  let width = names.reduce((sum, name) => sum + name + gap, -gap)
  for (const [index, name] of names.entries()) {
    width += (withValues[index] ?? name) - name
    if (width > available) return index
  }
  return names.length
}

/** The rows of a pane, one of each indicator. Values that do not fit are left out from the end. `measure` in the unit of `width`. */
export function rowsOf(
  indicators: readonly ComputedIndicator[],
  at: number,
  style: ChartStyle,
  width: number,
  ratio: number,
  measure: (text: string) => number,
): Part[][] {
  return indicators.map((indicator) => {
    const parts = partsOf(indicator, at, style)
    const valued = countValues(
      parts.map(([name]) => measure(name)),
      parts.map(([name, value]) => measure(`${name} ${value}`)),
      width - 2 * INDENT * ratio,
      GAP * ratio,
    )
    return parts.map(([name, value, color], index) => [index < valued ? `${name} ${value}` : name, color])
  })
}

/** Returns how many rows the legend of a pane takes, so that its drawing begins below them. `paneHeight` in CSS pixels. */
export function countLegendRows(id: PaneId, paneHeight: number, indicators: readonly ComputedIndicator[]): number {
  if (id === 'volume') return paneHeight >= MIN_LABELLED_HEIGHT ? 1 : 0
  return indicators.filter(({ pane }) => pane === id).length
}
