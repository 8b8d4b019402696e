import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import type { Formatter } from '../../../../engine/language/values/formatter.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { ServerClock } from '../../../../engine/state/client/clock.ts'
import type { Quote } from '../../../../generated/entities.ts'
import { prefersReducedMotion } from '../../../../engine/widgets/lib/motion.ts'
import { createCandleSeries, type CandleSeries, type Candle } from '../candles.ts'
import { readColors, watchColors } from './colors.ts'
import { bindGestures, createGestures, type Point } from '../gestures/gestures.ts'
import { updateIndicator, computeIndicator, type ComputedIndicator } from '../indicators/indicators.ts'
import { drawForeground } from './foreground.ts'
import { labelsWidth, type Line } from './lines.ts'
import { plateStart } from './paint.ts'
import type { ChartStyle } from './style.ts'
import { createSurface, type Surface } from './surface.ts'
import {
  isLatest,
  latest,
  MAX_RIGHT_MARGIN,
  pan,
  RIGHT_MARGIN,
  visible,
  zoom,
  type View,
} from '../gestures/viewport.ts'

/** The widget's props, with the user's formats. */
export interface Settings extends Pick<ChartProps, 'symbol' | 'interval' | 'candles' | 'precision'> {
  kind: NonNullable<ChartProps['kind']>
  logarithmic: boolean
  indicators: NonNullable<ChartProps['indicators']>
  curves: NonNullable<ChartProps['curves']>
  lines: NonNullable<ChartProps['lines']>
  format: Formatter
  /** The word for volume. */
  volume: string
}

export interface PlotEvents {
  /** The candle under the crosshair, and whether it lies in the left half; null without a crosshair. */
  inspect(row: Candle | null, inLeftHalf: boolean): void
  /** Whether the last candle is on screen. */
  follow(latest: boolean): void
  /** The oldest candles are near: load older ones. */
  older(before: UnixSeconds): void
}

/** The drawn chart. It lives outside of React: a tick draws the foreground only, without a render. */
export interface Plot {
  update(settings: Settings): void
  tick(quote: Quote | null): void
  /** Puts the crosshair on the candle at a position; null hides it. */
  point(index: number | null): void
  zoom(factor: number): void
  toLatest(): void
  destroy(): void
}

/** Width of a candle with its gap at first, CSS pixels. */
const CANDLE_WIDTH = 7
/** The space for the words of the lines is a multiple of it, CSS pixels. */
const LABEL_STEP = 24
/** With fewer older candles left of the screen, load more. */
const LOAD_OLDER_BELOW = 40

/** Draws the chart into `host` and follows its size, the theme and gestures until `destroy` is called. */
export function createPlot(host: HTMLElement, events: PlotEvents, initial: Settings, clock: ServerClock): Plot {
  const canvas = document.createElement('canvas')
  const base = document.createElement('div')
  host.append(base, canvas)
  const ctx = canvas.getContext('2d')
  let settings = initial
  let series: CandleSeries = createCandleSeries(initial.interval)
  let indicators: ComputedIndicator[] = []
  let surface: Surface | null = null
  let view: View = { from: 0, to: 1 }
  let isViewUnset = true
  let isFollowing = true
  let quote: Quote | null = null
  let crosshair: { x: number; y: number; index: number } | null = null
  let requestedAtCount = -1
  let pendingFrame: number | null = null
  let size = { width: 0, height: 0 }

  const readStyle = (): ChartStyle => ({ ...settings, colors: readColors(host) })

  function draw(): void {
    pendingFrame = null
    if (!ctx || !surface) return
    const { canvas: baseCanvas } = surface
    if (canvas.width !== baseCanvas.width || canvas.height !== baseCanvas.height)
      [canvas.width, canvas.height] = [baseCanvas.width, baseCanvas.height]
    drawForeground(ctx, surface, {
      style,
      series,
      indicators,
      lines: settings.lines,
      quote,
      crosshair,
      now: clock.now() / 1_000,
    })
  }
  const scheduleDraw = (): void => void (pendingFrame ??= requestAnimationFrame(draw))

  /** Draws within the frame of a tick, after React has rendered it: all prices on a screen are of one tick. */
  function drawTick(): void {
    if (pendingFrame !== null) return
    // Any other drawing until then is this one.
    pendingFrame = 0
    queueMicrotask(() => queueMicrotask(draw))
  }

  /** Part of the width beside the last candle: space for the words of the lines. */
  function rightMargin(): number {
    if (!ctx || !surface) return RIGHT_MARGIN
    const { left, width, ratio } = surface.area
    const axis = left + width
    const { canvas } = surface
    ctx.font = surface.font
    const measure = (text: string): number => ctx.measureText(text).width
    const overhang = (price: Line['price']): number =>
      axis - plateStart(axis, canvas.width, measure(style.format.price(price, style.precision)), ratio)
    const words = labelsWidth(
      settings.lines,
      clock.now() / 1_000,
      (text) => measure(text) / ratio,
      (price) => overhang(price) / ratio,
    )
    // In steps: a profit that ticks must not move the candles.
    const needed = (Math.ceil(words / LABEL_STEP) * LABEL_STEP * ratio) / width
    return Math.min(MAX_RIGHT_MARGIN, Math.max(RIGHT_MARGIN, needed))
  }
  const latestView = (span: number): View => latest(series.rows.length, span, rightMargin())

  let style = readStyle()
  /** Full rebuild: a new style or another series. */
  function rebuild(): void {
    surface?.destroy()
    surface = null
    if (size.width < 40 || size.height < 40 || series.rows.length === 0) return
    style = readStyle()
    if (isViewUnset) view = latest(series.rows.length, size.width / CANDLE_WIDTH)
    isViewUnset = false
    surface = createSurface(base, { ...size }, style, series, indicators, () => view)
    followLines()
    scheduleDraw()
  }

  /** Makes space for the words of the lines while the last candle is on screen. */
  function followLines(): void {
    if (!isFollowing || !surface) return
    const next = latestView(view.to - view.from)
    if (Math.abs(next.to - view.to) > 0.01) setView(next)
  }

  function recomputeIndicators(): void {
    indicators = settings.indicators.map((id) => computeIndicator(id, series.columns.close, settings.curves))
  }

  function setView(next: View): void {
    view = next
    isFollowing = isLatest(view, series.rows.length)
    events.follow(isFollowing)
    const oldest = series.rows[0]
    if (oldest && visible(view, series.rows.length)[0] < LOAD_OLDER_BELOW && requestedAtCount !== series.rows.length) {
      requestedAtCount = series.rows.length
      events.older(oldest.time)
    }
    surface?.redraw()
    scheduleDraw()
  }

  const candlesPerPixel = (): number => (surface ? surface.area.ratio / surface.area.step : 0)
  const panByPixels = (dx: number): void => setView(pan(view, -dx * candlesPerPixel(), series.rows.length))

  function placeCrosshair(index: number, y: number): void {
    const row = series.rows[index]
    if (!surface || !row) return
    const x = surface.area.x(index)
    crosshair = { x, y, index }
    events.inspect(row, x < surface.area.left + surface.area.width / 2)
    scheduleDraw()
  }

  function moveCrosshair(at: Point | null): void {
    if (!at || !surface) {
      crosshair = null
      events.inspect(null, true)
      return scheduleDraw()
    }
    const { ratio, left, width, top, height, step } = surface.area
    const [begin, end] = visible(view, series.rows.length)
    const x = Math.min(left + width, Math.max(left, at.x * ratio))
    placeCrosshair(
      Math.max(begin, Math.min(end, Math.round(view.from + (x - left) / step))),
      Math.min(top + height, Math.max(top, at.y * ratio)),
    )
  }

  const gestures = createGestures({
    pan: panByPixels,
    zoom(factor, x) {
      if (surface)
        setView(
          zoom(view, factor, (x * surface.area.ratio - surface.area.left) / surface.area.width, series.rows.length),
        )
    },
    inspect: moveCrosshair,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    frame(run) {
      const request = requestAnimationFrame(run)
      return () => cancelAnimationFrame(request)
    },
    prefersReducedMotion,
  })
  const unbind = bindGestures(host, gestures, panByPixels)

  function measure(): void {
    const { clientWidth: width, clientHeight: height } = host
    // A hidden chart has no size; it keeps its view.
    if (width === 0 || height === 0 || (width === size.width && height === size.height)) return
    const growth = size.width > 0 ? width / size.width : 1
    size = { width, height }
    if (!surface) return rebuild()
    surface.resize(width, height)
    // A wider window shows more candles, not larger ones.
    setView(isFollowing ? latestView((view.to - view.from) * growth) : zoom(view, 1 / growth, 1, series.rows.length))
  }
  const observer = new ResizeObserver(measure)
  observer.observe(host)
  const unwatch = watchColors(rebuild)
  addEventListener('dppxchange', rebuild)
  const countdownTimer = setInterval(() => {
    if (settings.lines.some(({ until }) => typeof until === 'number')) scheduleDraw()
  }, 1_000)

  function loadCandles(): void {
    const shift = series.setCandles(settings.candles)
    if (shift === null) isViewUnset = true
    else view = { from: view.from + shift, to: view.to + shift }
    if (shift !== 0) moveCrosshair(null)
    recomputeIndicators()
    if (surface && !isViewUnset) {
      surface.destroy()
      if (isFollowing) view = latestView(view.to - view.from)
    }
    rebuild()
  }
  loadCandles()
  measure()

  return {
    update(next) {
      const old = settings
      settings = next
      const isOtherSeries = next.symbol !== old.symbol || next.interval !== old.interval
      if (isOtherSeries) {
        series = createCandleSeries(next.interval)
        quote = null
        requestedAtCount = -1
      }
      if (next.candles !== old.candles) return loadCandles()
      const areOtherCurves = next.indicators.join() !== old.indicators.join() || next.curves !== old.curves
      if (areOtherCurves) recomputeIndicators()
      else if (
        next.kind === old.kind &&
        next.precision === old.precision &&
        next.format === old.format &&
        !isOtherSeries
      ) {
        if (next.lines !== old.lines) followLines()
        return scheduleDraw()
      }
      rebuild()
    },
    tick(next) {
      if (!next || next.symbol !== settings.symbol) return
      quote = next
      const change = series.tick(next)
      if (change === 'none') return drawTick()
      for (const indicator of indicators) updateIndicator(indicator, series.columns.close)
      if (change === 'next') {
        if (isFollowing) view = { from: view.from + 1, to: view.to + 1 }
        surface?.resetData()
      } else if (surface?.isOutOfScale()) surface.redraw()
      if (crosshair?.index === series.rows.length - 1) placeCrosshair(crosshair.index, crosshair.y)
      drawTick()
    },
    point(position) {
      if (position === null || !surface) return moveCrosshair(null)
      const index = Math.max(0, Math.min(series.rows.length - 1, position))
      const [begin, end] = visible(view, series.rows.length)
      if (index < begin || index > end)
        setView(pan(view, index < begin ? index - begin : index - end, series.rows.length))
      placeCrosshair(index, surface.y('price')(series.columns.close[index] ?? 0))
    },
    zoom: (factor) => setView(zoom(view, factor, 1, series.rows.length)),
    toLatest() {
      // A fling would lead away again.
      gestures.close()
      setView(latestView(view.to - view.from))
    },
    destroy() {
      unbind()
      unwatch()
      observer.disconnect()
      removeEventListener('dppxchange', rebuild)
      clearInterval(countdownTimer)
      if (pendingFrame !== null) cancelAnimationFrame(pendingFrame)
      surface?.destroy()
      surface = null
      host.replaceChildren()
    },
  }
}
