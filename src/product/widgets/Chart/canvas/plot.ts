import type { Price, UnixSeconds } from '../../../../engine/language/values/units.ts'
import type { Formatter } from '../../../../engine/language/values/formatter.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { ServerClock } from '../../../../engine/state/client/clock.ts'
import type { Quote } from '../../../../generated/entities.ts'
import { prefersReducedMotion } from '../../../../engine/widgets/lib/motion.ts'
import { createCandleSeries, toPrice, type CandleSeries, type Candle } from '../candles.ts'
import { readColors, watchColors } from './colors.ts'
import { bindGestures, createGestures, type Drag, type Point } from '../gestures/gestures.ts'
import { updateIndicator, computeIndicator, type ComputedIndicator } from '../indicators/indicators.ts'
import { drawForeground } from './foreground.ts'
import type { Frame, Layer } from './layer.ts'
import { NO_TARGETS, type Line, type LineTargets } from './lines.ts'
import type { ChartStyle } from './style.ts'
import { createSurface, priceBottom, type Surface } from './surface.ts'
import { isLatest, latest, pan, visible, zoom, type View } from '../gestures/viewport.ts'

/** The widget's props, with the user's formats. */
export interface Settings extends Pick<ChartProps, 'symbol' | 'interval' | 'candles' | 'precision'> {
  kind: NonNullable<ChartProps['kind']>
  logarithmic: boolean
  indicators: NonNullable<ChartProps['indicators']>
  curves: NonNullable<ChartProps['curves']>
  lines: NonNullable<ChartProps['lines']>
  format: Formatter
  words: ChartStyle['words']
  /** Movable lines can be dragged. */
  canMove: boolean
}

/** The candle under the crosshair. */
export interface Inspected {
  row: Candle
  /** The price of the crosshair; null below the prices. */
  price: Price | null
  /** Its height and the place of the axis, CSS pixels. */
  y: number
  axis: number
}

export interface PlotEvents {
  /** Null without a crosshair. */
  inspect(inspected: Inspected | null): void
  /** Whether the last candle is on screen. */
  follow(latest: boolean): void
  /** The oldest candles are near: load older ones. */
  older(before: UnixSeconds): void
  /** A line was dropped at a price. It is shown there until the promise is settled. */
  adjust(line: Line, price: Price): void | Promise<void>
  /** A label with the number of lines without one was pressed. */
  list(): void
}

/** The drawn chart. It lives outside of React: a tick draws the foreground only, without a render. */
export interface Plot {
  update(settings: Settings): void
  tick(quote: Quote | null): void
  /** Puts the crosshair on the candle at a position; null hides it. */
  point(index: number | null): void
  zoom(factor: number): void
  toLatest(): void
  /** Sets what is drawn above the candles, and takes presses. */
  setLayer(layer: Layer | null): void
  redraw(): void
  destroy(): void
}

/** Width of a candle with its gap at first, CSS pixels. */
const CANDLE_WIDTH = 7
/** CSS pixels within which a finger takes a line by its handle. */
const HANDLE_REACH = 20
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
  let layer: Layer | null = null
  let targets: LineTargets = NO_TARGETS
  let moving: { id: string; price: Price } | null = null
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
    targets = drawForeground(ctx, surface, {
      moving,
      canMove: settings.canMove,
      layer,
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

  const latestView = (span: number): View => latest(series.rows.length, span)

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
    scheduleDraw()
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
    const { area } = surface
    crosshair = { x: area.x(index), y, index }
    const isOnPrices = y < priceBottom(surface)
    events.inspect({
      row,
      price: isOnPrices ? toPrice(surface.priceAt(y), settings.precision) : null,
      y: y / area.ratio,
      axis: (area.left + area.width) / area.ratio,
    })
    scheduleDraw()
  }

  function moveCrosshair(at: Point | null): void {
    if (!at || !surface) {
      crosshair = null
      events.inspect(null)
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

  const toCanvas = ({ x, y }: Point, ratio: number): Point => ({ x: x * ratio, y: y * ratio })

  /** Takes the line whose handle is nearest to a point of the canvas. */
  function grabLine(at: Point): Drag | null {
    if (!surface || !settings.canMove || moving) return null
    const reach = HANDLE_REACH * surface.area.ratio
    const near = targets.handles
      .filter(({ left, y }) => at.x >= left - reach && Math.abs(at.y - y) <= reach)
      .toSorted((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))[0]
    if (!near) return null
    const { line } = near
    const putBack = (): void => {
      moving = null
      scheduleDraw()
    }
    const send = (price: Price): void => {
      moving = { id: line.id, price }
      void Promise.resolve(events.adjust(line, price)).finally(putBack)
    }
    return {
      move(to) {
        if (!surface) return
        const bottom = priceBottom(surface)
        moving = {
          id: line.id,
          price: toPrice(surface.priceAt(Math.min(bottom, Math.max(surface.area.top, to.y))), settings.precision),
        }
        scheduleDraw()
      },
      drop: () => send(moving?.price ?? line.price),
      tap: () => send(line.price),
      cancel: putBack,
    }
  }

  /** Lists all lines by the number of those without a label. Returns whether one is at a point of the canvas. */
  function tapCount({ x, y }: Point): boolean {
    const reach = HANDLE_REACH * (surface?.area.ratio ?? 1)
    const isAt = targets.counts.some((tag) => x >= tag.left && x <= tag.right && Math.abs(y - tag.y) <= reach)
    if (isAt) events.list()
    return isAt
  }

  /** Begins the drag of what is at a point; positions in CSS pixels. */
  function grab(at: Point): Drag | null {
    if (!surface) return null
    const { ratio } = surface.area
    const point = toCanvas(at, ratio)
    const drag = layer?.grab(point, frame(surface)) ?? grabLine(point)
    return drag && { ...drag, move: (to) => drag.move(toCanvas(to, ratio)) }
  }
  const frame = (on: Surface): Frame => ({ surface: on, style, rows: series.rows })

  const gestures = createGestures({
    pan: panByPixels,
    grab,
    tap(at) {
      if (!surface) return false
      const point = toCanvas(at, surface.area.ratio)
      return layer?.tap(point, frame(surface)) || tapCount(point)
    },
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
    // The candle of the crosshair moves away from it.
    if (growth !== 1) gestures.clear()
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
        next.logarithmic === old.logarithmic &&
        next.precision === old.precision &&
        next.format === old.format &&
        !isOtherSeries
      )
        return scheduleDraw()
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
    setLayer(next) {
      layer = next
      scheduleDraw()
    },
    redraw: scheduleDraw,
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
