import type { Columns } from './candles.ts'
import type { Pane, ComputedIndicator } from './indicators.ts'
import { visible, type View } from './viewport.ts'

/** Panes from the top: the price, the volume, then indicators that have a scale of their own. */
export type PaneId = 'volume' | Pane

/** Upper and lower edge as parts of the plot's height. */
export interface Band {
  id: PaneId
  top: number
  bottom: number
}

const GAP = 0.015
const HEIGHT = { volume: 0.16, below: 0.2 }
/** The highest bar of the volume ends below what is written above it. */
const VOLUME_HEADROOM = 1.4

/** Divides the height of the plot: the price at the top, then the volume and these panes, with gaps between them. */
export function bandsOf(below: readonly Pane[]): Band[] {
  const shares: [PaneId, number][] = [
    ['volume', HEIGHT.volume - below.length * 0.02],
    ...below.map((id): [PaneId, number] => [id, HEIGHT.below - (below.length - 1) * 0.03]),
  ]
  const bands: Band[] = []
  let bottom = 1
  for (const [id, share] of shares.toReversed()) {
    bands.unshift({ id, top: bottom - share, bottom })
    bottom -= share + GAP
  }
  return [{ id: 'price', top: 0, bottom }, ...bands]
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

/** What a pane has to show of the candles on screen: lowest and highest value, with some air. */
export function rangeOf(id: PaneId, view: View, columns: Columns, indicators: readonly ComputedIndicator[]): Range {
  const count = columns.close.length
  const [from, to] = visible(view, count)
  const [first, last] = from <= to ? [from, to] : [count - 1, count - 1]
  const plotted = indicators.filter(({ pane }) => pane === id).flatMap(({ values }) => values)
  if (id === 'volume') return [0, (extent([columns.volume], first, last)?.[1] ?? 0) * VOLUME_HEADROOM || 1]
  if (id === 'rsi') return [0, 100]
  if (id === 'macd') {
    const bound = Math.max(...(extent(plotted, first, last) ?? [0, 0]).map(Math.abs)) * 1.15 || 1
    return [-bound, bound]
  }
  return addMargin(extent([columns.high, columns.low, ...plotted], first, last) ?? [0, 1], 0.08)
}

/** The scale of the complete plot on which a range fills just its band. */
export function scaleFor([min, max]: Range, { top, bottom }: Band): Range {
  const unit = (max - min) / (bottom - top)
  return [min - (1 - bottom) * unit, max + top * unit]
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
