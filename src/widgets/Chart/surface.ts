import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Formatter } from '../../core/formatter.ts'
import type { Book, Interval } from './candles.ts'
import type { Colors } from './colors.ts'
import type { Plotted } from './indicators.ts'
import { across, bars, candles, clipped, rises, type Frame, type Y } from './paint.ts'
import { bandsOf, fits, rangeOf, scaleFor, type Band, type PaneId, type Range } from './panes.ts'
import { createTimeTicks, priceTicks } from './ticks.ts'
import { visible, type View } from './viewport.ts'

/** What is drawn and how; any change recreates the surface. */
export interface Look {
  interval: Interval
  kind: 'candles' | 'line'
  precision: number
  format: Formatter
  colors: Colors
  /** The word for volume. */
  volume: string
}

/** Canvas pixels for a CSS pixel: more than two cost frames and show nothing. */
const FINEST = 2
const FONT = 11
const FOOT = 22
/** How strong the volume is. */
export const FAINT = 0.45
const GUIDES: Partial<Record<PaneId, number[]>> = { macd: [0], rsi: [30, 70] }

/** History, grid and axes on the base canvas of uPlot. The last candle is left to the overlay. */
export interface Surface {
  readonly canvas: HTMLCanvasElement
  readonly frame: Frame
  readonly bands: readonly Band[]
  readonly font: string
  y(pane: PaneId): Y
  /** The value at a height of the canvas, in the price pane. */
  priceAt(y: number): number
  /** Whether the last candle has left what the scales show. */
  outgrown(): boolean
  /** The book has other or more candles. */
  refill(): void
  /** Draws what the view shows now. */
  redraw(): void
  resize(width: number, height: number): void
  destroy(): void
}

export const fontOf = ({ font }: Colors, ratio: number): string => `${Math.round(FONT * ratio)}px ${font || 'sans-serif'}`

export function createSurface(host: HTMLElement, size: { width: number; height: number }, look: Look, book: Book, studies: readonly Plotted[], view: () => View): Surface {
  const { colors, format, precision, kind } = look
  const ratio = Math.min(FINEST, devicePixelRatio)
  // uPlot draws with the pixel ratio of the device: a smaller plot, stretched by its style, has the one we want.
  const shrink = ratio / devicePixelRatio
  const bands = bandsOf([...new Set(studies.map(({ pane }) => pane))].filter((pane) => pane !== 'price'))
  const bandOf = (id: PaneId): Band => bands.find((band) => band.id === id) ?? (bands[0] as Band)
  const font = fontOf(colors, ratio)
  const axisFont = `${Math.round(FONT * shrink)}px ${colors.font || 'sans-serif'}`
  const timeTicks = createTimeTicks(look.interval, format)
  const price = (value: number) => format.price(value.toFixed(precision), precision)
  const ranges = new Map<PaneId, Range>()

  const lines = studies.flatMap(({ pane, curves, values }) =>
    curves.flatMap((curve, index) => (curve.bars ? [] : [{ pane, curve, column: values[index] ?? [] }])),
  )

  function measureGutter(): number {
    const ctx = document.createElement('canvas').getContext('2d')
    if (!ctx) return 60
    ctx.font = `${FONT}px ${colors.font || 'sans-serif'}`
    const widest = Math.max(...[book.columns.high.at(-1) ?? 0, book.columns.high[0] ?? 0].map((value) => ctx.measureText(price(value)).width))
    return Math.ceil(widest) + 12
  }

  function rescale(id: PaneId): Range {
    const range = rangeOf(id, view(), book.columns, studies)
    ranges.set(id, range)
    return scaleFor(range, bandOf(id))
  }

  /** The last value is drawn on the overlay; a base line ends before it. */
  const closed = (column: readonly (number | null)[]): (number | null)[] => [...column.slice(0, book.rows.length - 1), null]
  const data = (): uPlot.AlignedData => [book.rows.map((_, index) => index), kind === 'line' ? closed(book.columns.close) : book.rows.map(() => null), ...lines.map(({ column }) => closed(column))]

  const scales: uPlot.Scales = { x: { time: false, range: () => [view().from, view().to] } }
  for (const { id } of bands) scales[id] = { range: () => rescale(id) }

  const grid = { show: true, stroke: colors.line, width: 1 / devicePixelRatio }
  const axis = { stroke: colors['text-faint'], font: axisFont, ticks: { show: false }, grid, gap: 4 * shrink }
  const labels = (wanted: () => { at: number; label: string }[]) => ({ splits: () => wanted().map(({ at }) => at), values: () => wanted().map(({ label }) => label) })
  const plot = new uPlot(
    {
      width: size.width * shrink,
      height: size.height * shrink,
      padding: [0, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales,
      axes: [
        { ...axis, ...labels(() => timeTicks(book.rows, view(), size.width / 78)), size: FOOT * shrink },
        { ...axis, ...labels(() => priceTicks(ranges.get('price') ?? [0, 1], (bandOf('price').bottom * size.height) / 46).map((at) => ({ at, label: price(at) }))), scale: 'price', side: 1, size: measureGutter() * shrink },
      ],
      series: [
        {},
        { scale: 'price', auto: false, points: { show: false }, width: 1.5 * shrink, ...(kind === 'line' && { stroke: colors.gold, fill: colors['gold-soft'], fillTo: () => ranges.get('price')?.[0] ?? 0 }), show: kind === 'line' },
        ...lines.map(({ pane, curve }) => ({ scale: pane, auto: false, pxAlign: 0, points: { show: false }, stroke: colors[curve.color], width: 1.1 * shrink, ...(curve.dashed && { dash: [4 * shrink, 3 * shrink] }) })),
      ],
      hooks: { drawAxes: [(self) => drawHistory(self)] },
    },
    data(),
    host,
  )

  function frameOf(self: uPlot): Frame {
    const { left, top, width, height } = self.bbox
    const { from, to } = view()
    const step = width / (to - from)
    return { left, top, width, height, ratio, step, x: (index) => left + (index - from) * step }
  }

  function yOf(self: uPlot, id: PaneId): Y {
    const { min = 0, max = 1 } = self.scales[id] ?? {}
    const { top, height } = self.bbox
    const unit = height / (max - min)
    return (value) => top + (max - value) * unit
  }

  function drawHistory(self: uPlot): void {
    const { ctx } = self
    const frame = frameOf(self)
    const { left, top, height } = frame
    const [first, end] = visible(view(), book.rows.length)
    const last = Math.min(end, book.rows.length - 2)
    clipped(ctx, frame, () => {
      ctx.globalAlpha = FAINT
      bars(ctx, frame, [colors.up, colors.down], yOf(self, 'volume'), book.columns.volume, (i) => rises(book.columns, i), first, last)
      ctx.globalAlpha = 1
      if (kind === 'candles') candles(ctx, frame, colors, yOf(self, 'price'), book.columns, first, last)
      for (const { pane, curves, values } of studies) {
        for (const [index, curve] of curves.entries()) {
          const column = values[index]
          if (curve.bars && column) bars(ctx, frame, [colors.up, colors.down], yOf(self, pane), column, (i) => (column[i] ?? 0) >= 0, first, last)
        }
      }
    })
    drawGuides(self, frame)
    ctx.fillStyle = colors.line
    for (const band of bands.slice(1)) ctx.fillRect(left, Math.round(top + band.top * height), self.ctx.canvas.width - left, Math.max(1, Math.round(ratio / 2)))
  }

  /** Levels that an indicator is read by. */
  function drawGuides(self: uPlot, frame: Frame): void {
    const { ctx } = self
    ctx.font = font
    ctx.textAlign = 'left'
    ctx.textBaseline = 'middle'
    for (const { id } of bands) {
      for (const level of GUIDES[id] ?? []) {
        const at = yOf(self, id)(level)
        across(ctx, frame, at, colors['line-strong'], [2, 4])
        ctx.fillStyle = colors['text-faint']
        ctx.fillText(format.number(level), frame.left + frame.width + 5 * ratio, at)
      }
    }
  }

  return {
    canvas: plot.ctx.canvas,
    get frame() {
      return frameOf(plot)
    },
    bands,
    font,
    y: (id) => yOf(plot, id),
    priceAt(y) {
      const { min = 0, max = 1 } = plot.scales.price ?? {}
      return max - ((y - plot.bbox.top) / plot.bbox.height) * (max - min)
    },
    outgrown() {
      const last = book.rows.length - 1
      if (view().to < last - 0.5 || view().from > last + 0.5) return false
      return !bands.every(({ id }) => fits(id, ranges.get(id) ?? [0, 0], book.columns, studies))
    },
    refill() {
      plot.batch(() => {
        plot.setData(data(), false)
        plot.setScale('x', { min: view().from, max: view().to })
      })
    },
    redraw: () => plot.setScale('x', { min: view().from, max: view().to }),
    resize(width, height) {
      Object.assign(size, { width, height })
      plot.setSize({ width: width * shrink, height: height * shrink })
    },
    destroy: () => plot.destroy(),
  }
}
