import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { CandleSeries, Columns } from '../candles.ts'
import type { Colors } from './colors.ts'
import type { ComputedIndicator } from '../indicators/indicators.ts'
import { countLegendRows } from './legendRows.ts'
import { createHeikinAshi } from './heikinAshi.ts'
import type { Quote } from '../../../../generated/entities.ts'
import { drawHorizontal, drawBars, drawPrices, HALF_TAG, withClip, isRising, type PlotArea, type ToY } from './paint.ts'
import type { ChartStyle } from './style.ts'
import { bandsOf, lastFits, rangeOf, scaleFor, type Band, type PaneId, type Range } from './panes.ts'
import { createTimeTicks, priceTicks } from './ticks.ts'
import { visible, type View } from '../gestures/viewport.ts'

/** Canvas pixels for a CSS pixel: more than two cost frames and show nothing. */
const MAX_PIXEL_RATIO = 2
const FONT_SIZE = 11
const TIME_AXIS_HEIGHT = 22
/** How strong the volume is. */
const VOLUME_OPACITY = 0.45
const GUIDES: Partial<Record<PaneId, number[]>> = { macd: [0], rsi: [30, 70] }

/** History, grid and axes on the base canvas of uPlot. The foreground draws the last candle. */
export interface Surface {
  readonly canvas: HTMLCanvasElement
  readonly area: PlotArea
  readonly bands: readonly Band[]
  readonly font: string
  /** Of the words of lines. */
  readonly smallFont: string
  y(pane: PaneId): ToY
  readonly hasVolume: boolean
  /** The candles as the kind of chart draws them. */
  prices(): Columns
  /** Middles of the labels of the price axis. */
  labelsAt(): number[]
  /** The value at a height of the canvas, in the price pane. */
  priceAt(y: number): number
  /** Whether the last candle is outside of the visible range. */
  isOutOfScale(): boolean
  /** Reads the candles again: they are others or more. */
  resetData(): void
  /** Draws what the view shows now. */
  redraw(): void
  resize(width: number, height: number): void
  destroy(): void
}

/** Lower edge of the price pane. */
export const priceBottom = ({ area, bands }: Surface): number => area.top + (bands[0]?.bottom ?? 1) * area.height

/** Upper edge of the prices: the legend is above it. */
export const priceTop = ({ area, bands }: Surface): number => area.top + (bands[0]?.content ?? 0) * area.height

/** The middle of the tag of the last price, which is within the price pane. */
export function lastPriceAt(surface: Surface, { last }: Pick<Quote, 'last'>): number {
  const half = HALF_TAG * surface.area.ratio
  return Math.min(priceBottom(surface) - half, Math.max(priceTop(surface) + half, surface.y('price')(Number(last))))
}

/** The volume of candles, in the colours of their direction. */
export function drawVolume(
  ctx: CanvasRenderingContext2D,
  area: PlotArea,
  { up, down }: Colors,
  y: ToY,
  columns: Columns,
  first: number,
  last: number,
): void {
  ctx.globalAlpha = VOLUME_OPACITY
  drawBars(ctx, area, [up, down], y, columns.volume, (i) => isRising(columns, i), first, last)
  ctx.globalAlpha = 1
}

/** Returns the CSS font of the labels on a canvas that has `ratio` pixels for each CSS pixel. */
export const fontOf = ({ font }: Colors, ratio: number, size = FONT_SIZE): string =>
  `${Math.round(size * ratio)}px ${font || 'sans-serif'}`

/** Draws the surface into `host`, in a size in CSS pixels; `view` is called at each drawing. `destroy` removes it. */
export function createSurface(
  host: HTMLElement,
  size: { width: number; height: number },
  style: ChartStyle,
  series: CandleSeries,
  indicators: readonly ComputedIndicator[],
  view: () => View,
): Surface {
  const { colors, format, precision, kind, logarithmic } = style
  // The scale of the prices is linear in these values.
  const toScale = logarithmic ? Math.log : (value: number): number => value
  const fromScale = logarithmic ? Math.exp : (value: number): number => value
  const scaled = (id: PaneId, [min, max]: Range): Range =>
    id === 'price' ? [toScale(Math.max(min, Number.MIN_VALUE)), toScale(max)] : [min, max]
  const averaged = createHeikinAshi()
  const prices = (): Columns => (kind === 'heikinAshi' ? averaged.update(series.columns) : series.columns)
  const isLine = kind === 'line' || kind === 'area'
  const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
  // uPlot draws with the pixel ratio of the device: a smaller plot, stretched by its style, has the requested one.
  const cssScale = ratio / devicePixelRatio
  // The volumes of ticks are equal.
  const hasVolume = style.interval !== '1s'
  const gutter = measureGutter()
  let bands = layOut()
  const bandOf = (id: PaneId): Band => bands.find((band) => band.id === id) ?? (bands[0] as Band)
  const font = fontOf(colors, ratio)
  const axisFont = `${Math.round(FONT_SIZE * cssScale)}px ${colors.font || 'sans-serif'}`
  const timeTicks = createTimeTicks(style.interval, format)
  const ranges = new Map<PaneId, Range>()

  const lines = indicators.flatMap(({ pane, curves, values }) =>
    curves.flatMap((curve, index) => (curve.bars ? [] : [{ pane, curve, column: values[index] ?? [] }])),
  )

  function measureGutter(): number {
    const ctx = document.createElement('canvas').getContext('2d')
    if (ctx) ctx.font = `${FONT_SIZE}px ${colors.font || 'sans-serif'}`
    const measure = (text: string): number => ctx?.measureText(text).width ?? text.length * FONT_SIZE * 0.6
    const { high } = series.columns
    const most = high.reduce((greatest, value) => Math.max(greatest, value), 0)
    const widest = Math.max(...[most, high.at(-1) ?? 0].map((value) => measure(formatPrice(value))))
    return Math.ceil(widest) + 12
  }

  /** The panes at the present size. */
  function layOut(): Band[] {
    const below = [...new Set(indicators.map(({ pane }) => pane))].filter((pane) => pane !== 'price')
    return bandsOf(
      [...(hasVolume ? (['volume'] as const) : []), ...below],
      Math.max(1, size.height - TIME_AXIS_HEIGHT),
      (id, height) => countLegendRows(id, height, indicators),
    )
  }

  function rescale(id: PaneId): Range {
    const range = rangeOf(id, view(), id === 'price' ? prices() : series.columns, indicators)
    ranges.set(id, range)
    return scaleFor(scaled(id, range), bandOf(id))
  }

  function formatPrice(value: number): string {
    return format.price(value.toFixed(precision), precision)
  }

  /** The last value is drawn in the foreground; a base line ends before it. */
  const withoutLast = (column: readonly (number | null)[]): (number | null)[] => [
    ...column.slice(0, series.rows.length - 1),
    null,
  ]
  const data = (): uPlot.AlignedData => [
    series.rows.map((_, index) => index),
    isLine ? withoutLast(series.columns.close.map(toScale)) : series.rows.map(() => null),
    ...lines.map(({ pane, column }) =>
      withoutLast(pane === 'price' ? column.map((value) => (value === null ? null : toScale(value))) : column),
    ),
  ]

  const scales: uPlot.Scales = { x: { time: false, range: () => [view().from, view().to] } }
  for (const { id } of bands) scales[id] = { range: () => rescale(id) }

  /** A low pane has narrower steps, so that it has two prices at least. */
  function pricesOnAxis(): number[] {
    const height = (bandOf('price').bottom - bandOf('price').content) * size.height
    return priceTicks(ranges.get('price') ?? [0, 1], Math.max(height / 46, Math.min(5, height / 16)))
  }
  const grid = { show: true, stroke: colors.line, width: 1 / devicePixelRatio }
  const axis = { stroke: colors['text-faint'], font: axisFont, ticks: { show: false }, grid, gap: 4 * cssScale }
  const labels = (ticksOf: () => { at: number; label: string }[]) => ({
    splits: () => ticksOf().map(({ at }) => at),
    values: () => ticksOf().map(({ label }) => label),
  })
  const plot = new uPlot(
    {
      width: size.width * cssScale,
      height: size.height * cssScale,
      padding: [0, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales,
      axes: [
        {
          ...axis,
          ...labels(() => timeTicks(series.rows, view(), size.width / 78)),
          size: TIME_AXIS_HEIGHT * cssScale,
        },
        {
          ...axis,
          ...labels(() => pricesOnAxis().map((at) => ({ at: toScale(at), label: formatPrice(at) }))),
          scale: 'price',
          side: 1,
          size: gutter * cssScale,
        },
      ],
      series: [
        {},
        {
          scale: 'price',
          auto: false,
          points: { show: false },
          width: 1.5 * cssScale,
          ...(isLine && { stroke: colors.gold }),
          ...(kind === 'area' && {
            fill: colors['gold-soft'],
            fillTo: () => scaled('price', ranges.get('price') ?? [0, 0])[0],
          }),
          show: isLine,
        },
        ...lines.map(({ pane, curve }) => ({
          scale: pane,
          auto: false,
          pxAlign: 0,
          points: { show: false },
          stroke: colors[curve.color],
          width: 1.1 * cssScale,
          ...(curve.dashed && { dash: [4 * cssScale, 3 * cssScale] }),
        })),
      ],
      hooks: { drawAxes: [(self) => drawHistory(self)] },
    },
    data(),
    host,
  )

  function areaOf(self: uPlot): PlotArea {
    const { left, top, width, height } = self.bbox
    const { from, to } = view()
    const step = width / (to - from)
    return { left, top, width, height, ratio, step, x: (index) => left + (index - from) * step }
  }

  function yOf(self: uPlot, id: PaneId): ToY {
    const { min = 0, max = 1 } = self.scales[id] ?? {}
    const { top, height } = self.bbox
    const unit = height / (max - min)
    if (id === 'price') return (value) => top + (max - toScale(value)) * unit
    return (value) => top + (max - value) * unit
  }

  function drawHistory(self: uPlot): void {
    const { ctx } = self
    const area = areaOf(self)
    const { left, top, height } = area
    const [first, end] = visible(view(), series.rows.length)
    const last = Math.min(end, series.rows.length - 2)
    withClip(ctx, area, () => {
      if (hasVolume) drawVolume(ctx, area, colors, yOf(self, 'volume'), series.columns, first, last)
      if (!isLine) drawPrices(ctx, area, colors, yOf(self, 'price'), prices(), { first, last, asBars: kind === 'bars' })
      for (const { pane, curves, values } of indicators) {
        for (const [index, curve] of curves.entries()) {
          const column = values[index]
          if (curve.bars && column)
            drawBars(
              ctx,
              area,
              [colors.up, colors.down],
              yOf(self, pane),
              column,
              (i) => (column[i] ?? 0) >= 0,
              first,
              last,
            )
        }
      }
    })
    drawGuides(self, area)
    ctx.fillStyle = colors.line
    for (const band of bands.slice(1))
      ctx.fillRect(
        left,
        Math.round(top + band.top * height),
        self.ctx.canvas.width - left,
        Math.max(1, Math.round(ratio / 2)),
      )
  }

  /** Levels that an indicator is read by. */
  function drawGuides(self: uPlot, area: PlotArea): void {
    const { ctx } = self
    ctx.font = font
    ctx.textAlign = 'left'
    ctx.textBaseline = 'middle'
    for (const { id } of bands) {
      for (const level of GUIDES[id] ?? []) {
        const at = yOf(self, id)(level)
        drawHorizontal(ctx, area, at, colors['line-strong'], [2, 4])
        ctx.fillStyle = colors['text-faint']
        ctx.fillText(format.number(level), area.left + area.width + 5 * ratio, at)
      }
    }
  }

  return {
    canvas: plot.ctx.canvas,
    get area() {
      return areaOf(plot)
    },
    get bands() {
      return bands
    },
    font,
    hasVolume,
    smallFont: fontOf(colors, ratio, FONT_SIZE - 1),
    y: (id) => yOf(plot, id),
    prices,
    labelsAt: () => pricesOnAxis().map(yOf(plot, 'price')),
    priceAt(y) {
      const { min = 0, max = 1 } = plot.scales.price ?? {}
      return fromScale(max - ((y - plot.bbox.top) / plot.bbox.height) * (max - min))
    },
    isOutOfScale() {
      const last = series.rows.length - 1
      if (view().to < last - 0.5 || view().from > last + 0.5) return false
      return !bands.every(({ id }) =>
        lastFits(id, ranges.get(id) ?? [0, 0], id === 'price' ? prices() : series.columns, indicators),
      )
    },
    resetData() {
      plot.batch(() => {
        plot.setData(data(), false)
        plot.setScale('x', { min: view().from, max: view().to })
      })
    },
    redraw: () => plot.setScale('x', { min: view().from, max: view().to }),
    resize(width, height) {
      Object.assign(size, { width, height })
      bands = layOut()
      plot.setSize({ width: width * cssScale, height: height * cssScale })
    },
    destroy: () => plot.destroy(),
  }
}
