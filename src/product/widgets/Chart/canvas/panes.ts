import type { Columns } from '../candles.ts'
import type { Pane, ComputedIndicator } from '../indicators/indicators.ts'
import { visible, type View } from '../gestures/viewport.ts'

/** Panes from the top: the price, the volume, then indicators with separate scales. */
export type PaneId = 'volume' | Pane

/** Upper and lower edge as parts of the plot's height. */
export interface Band {
  id: PaneId
  top: number
  /** Where the drawing begins: the legend is above it. */
  content: number
  bottom: number
}

const GAP = 0.015
const HEIGHT = { volume: 0.16, below: 0.2 }
const VOLUME_HEADROOM = 1.05
/** Of a row of a legend, CSS pixels. */
export const LEGEND_LINE = 14
/** Above the first row. */
const LEGEND_MARGIN = 4
/** At most this part of a pane is its legend. */
const MAX_LEGEND = 0.6

/** How many whole rows of a legend fit above the content of a pane; `height` in device pixels. */
export const rowsIn = (height: number, ratio: number): number =>
  Math.max(0, Math.floor((height / ratio - LEGEND_MARGIN) / LEGEND_LINE + 0.01))

/**
 * Divides the height of the plot, in CSS pixels: the price at the top, then these panes, with gaps between them.
 * `legendRows` returns the rows of the legend of a pane that is so high.
 */
export function bandsOf(
  below: readonly PaneId[],
  height: number,
  legendRows: (id: PaneId, paneHeight: number) => number = () => 0,
): Band[] {
  const band = (id: PaneId, top: number, bottom: number): Band => {
    const rows = legendRows(id, (bottom - top) * height)
    const legend = rows > 0 ? (LEGEND_MARGIN + rows * LEGEND_LINE) / height : 0
    return { id, top, content: top + Math.min(legend, (bottom - top) * MAX_LEGEND), bottom }
  }
  const others = below.filter((id) => id !== 'volume').length
  const shares = below.map((id): [PaneId, number] => [
    id,
    id === 'volume' ? HEIGHT.volume - others * 0.02 : HEIGHT.below - (others - 1) * 0.03,
  ])
  const bands: Band[] = []
  let bottom = 1
  for (const [id, share] of shares.toReversed()) {
    bands.unshift(band(id, bottom - share, bottom))
    bottom -= share + GAP
  }
  return [band('price', 0, bottom), ...bands]
}

export type Range = [min: number, max: number]

function addMargin([min, max]: Range, ratio: number): Range {
  const margin = max > min ? (max - min) * ratio : Math.abs(max) * 0.001 || 1
  return [min - margin, max + margin]
}

function extent(columns: readonly (readonly (number | null)[])[], first: number, last: number): Range | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of columns) {
    for (let i = first; i <= last; i++) {
      const value = column[i]
      if (value === null || value === undefined) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return min <= max ? [min, max] : null
}

/** Value range of a pane for the candles on screen: lowest and highest value, with a margin. */
export function rangeOf(id: PaneId, view: View, columns: Columns, indicators: readonly ComputedIndicator[]): Range {
  const count = columns.close.length
  const [from, to] = visible(view, count)
  const [first, last] = from <= to ? [from, to] : [count - 1, count - 1]
  const plotted = indicators.filter(({ pane }) => pane === id).flatMap(({ values }) => values)
  if (id === 'volume') return [0, (extent([columns.volume], first, last)?.[1] ?? 0) * VOLUME_HEADROOM || 1]
  if (id === 'rsi') return [0, 100]
  if (id === 'macd') {
    const [min, max] = extent(plotted, first, last) ?? [0, 0]
    return addMargin([Math.min(0, min), Math.max(0, max)], 0.08)
  }
  return addMargin(extent([columns.high, columns.low, ...plotted], first, last) ?? [0, 1], 0.08)
}

/** The scale of the complete plot on which a range fills just the content of its band. */
export function scaleFor([min, max]: Range, { content, bottom }: Band): Range {
  if (bottom <= content) return [min, max]
  const unit = (max - min) / (bottom - content)
  return [min - (1 - bottom) * unit, max + content * unit]
}

/** Whether what a pane shows of the last candle lies within its range. */
export function lastFits(
  id: PaneId,
  [min, max]: Range,
  { high, low, volume }: Columns,
  indicators: readonly ComputedIndicator[],
): boolean {
  if (id === 'rsi') return true
  const last = volume.length - 1
  const plotted = indicators
    .filter(({ pane }) => pane === id)
    .flatMap(({ values }) => values.map((column) => column[last]))
  const shown = id === 'volume' ? [volume[last]] : id === 'price' ? [high[last], low[last], ...plotted] : plotted
  return shown.every((value) => value === null || value === undefined || (value >= min && value <= max))
}
