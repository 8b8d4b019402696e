import type { UnixSeconds } from '../../core/units.ts'
import type { Formatter } from '../../core/formatter.ts'
import type { ChartProps } from '../../generated/widgets/Chart.ts'
import { serverNow } from '../../state/clock.ts'
import type { Quote } from '../../state/quotes.ts'
import { reducedMotion } from '../motion.ts'
import { createBook, type Book, type Candle } from './candles.ts'
import { readColors, watchColors } from './colors.ts'
import { bindGestures, createGestures, type Point } from './gestures.ts'
import { follow, plot, type Plotted } from './indicators.ts'
import { drawOverlay } from './overlay.ts'
import { createSurface, type Look, type Surface } from './surface.ts'
import { isLatest, latest, pan, visible, zoom, type View } from './viewport.ts'

/** The widget's props, with the user's formats. */
export interface Settings extends Pick<ChartProps, 'symbol' | 'interval' | 'candles' | 'precision'> {
  kind: NonNullable<ChartProps['kind']>
  indicators: NonNullable<ChartProps['indicators']>
  lines: NonNullable<ChartProps['lines']>
  format: Formatter
  /** The word for volume. */
  volume: string
}

export interface PlotEvents {
  /** The candle under the crosshair, and whether it lies in the left half; null without a crosshair. */
  inspect(row: Candle | null, left: boolean): void
  /** Whether the last candle is on screen. */
  follow(latest: boolean): void
  /** The oldest candles are near: load older ones. */
  older(before: UnixSeconds): void
}

/** The drawn chart. It lives outside of React: a tick costs one overlay, no render. */
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
const CANDLE = 7
/** With fewer older candles left of the screen, load more. */
const NEAR = 40

export function createPlot(host: HTMLElement, events: PlotEvents, first: Settings): Plot {
  const canvas = document.createElement('canvas')
  const base = document.createElement('div')
  host.append(base, canvas)
  const ctx = canvas.getContext('2d')
  let settings = first
  let book: Book = createBook(first.interval)
  let studies: Plotted[] = []
  let surface: Surface | null = null
  let view: View = { from: 0, to: 1 }
  let fresh = true
  let following = true
  let quote: Quote | null = null
  let cross: { x: number; y: number; index: number } | null = null
  let askedAt = -1
  let frame: number | null = null
  let size = { width: 0, height: 0 }

  const look = (): Look => ({ ...settings, colors: readColors(host) })

  function paint(): void {
    frame = null
    if (!ctx || !surface) return
    const { canvas: under } = surface
    if (canvas.width !== under.width || canvas.height !== under.height) [canvas.width, canvas.height] = [under.width, under.height]
    drawOverlay(ctx, surface, { look: drawn, book, studies, lines: settings.lines, quote, cross, now: serverNow() / 1_000 })
  }
  const later = (): void => void (frame ??= requestAnimationFrame(paint))

  let drawn = look()
  /** Full rebuild: a new style or another book. */
  function rebuild(): void {
    surface?.destroy()
    surface = null
    if (size.width < 40 || size.height < 40 || book.rows.length === 0) return
    drawn = look()
    if (fresh) view = latest(book.rows.length, size.width / CANDLE)
    fresh = false
    surface = createSurface(base, { ...size }, drawn, book, studies, () => view)
    later()
  }

  function restudy(): void {
    studies = settings.indicators.map((id) => plot(id, book.columns.close))
  }

  function show(next: View): void {
    view = next
    following = isLatest(view, book.rows.length)
    events.follow(following)
    const oldest = book.rows[0]
    if (oldest && visible(view, book.rows.length)[0] < NEAR && askedAt !== book.rows.length) {
      askedAt = book.rows.length
      events.older(oldest.time)
    }
    surface?.redraw()
    later()
  }

  const perPixel = (): number => (surface ? surface.frame.ratio / surface.frame.step : 0)
  const slide = (dx: number): void => show(pan(view, -dx * perPixel(), book.rows.length))

  function point(index: number, y: number): void {
    const row = book.rows[index]
    if (!surface || !row) return
    const x = surface.frame.x(index)
    cross = { x, y, index }
    events.inspect(row, x < surface.frame.left + surface.frame.width / 2)
    later()
  }

  function inspect(at: Point | null): void {
    if (!at || !surface) {
      cross = null
      events.inspect(null, true)
      return later()
    }
    const { ratio, left, width, top, height, step } = surface.frame
    const [begin, end] = visible(view, book.rows.length)
    const x = Math.min(left + width, Math.max(left, at.x * ratio))
    point(Math.max(begin, Math.min(end, Math.round(view.from + (x - left) / step))), Math.min(top + height, Math.max(top, at.y * ratio)))
  }

  const gestures = createGestures({
    pan: slide,
    zoom(factor, x) {
      if (surface) show(zoom(view, factor, (x * surface.frame.ratio - surface.frame.left) / surface.frame.width, book.rows.length))
    },
    inspect,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    frame(run) {
      const asked = requestAnimationFrame(run)
      return () => cancelAnimationFrame(asked)
    },
    still: reducedMotion,
  })
  const unbind = bindGestures(host, gestures, slide)

  function measure(): void {
    const { clientWidth: width, clientHeight: height } = host
    // A hidden chart has no size; it keeps its view.
    if (width === 0 || height === 0 || (width === size.width && height === size.height)) return
    const grown = size.width > 0 ? width / size.width : 1
    size = { width, height }
    if (!surface) return rebuild()
    surface.resize(width, height)
    // A wider window shows more candles, not larger ones.
    show(following ? latest(book.rows.length, (view.to - view.from) * grown) : zoom(view, 1 / grown, 1, book.rows.length))
  }
  const observer = new ResizeObserver(measure)
  observer.observe(host)
  const unwatch = watchColors(rebuild)
  addEventListener('dppxchange', rebuild)
  const clock = setInterval(() => {
    if (settings.lines.some(({ until }) => typeof until === 'number')) later()
  }, 1_000)

  function take(): void {
    const before = book.take(settings.candles)
    if (before === null) fresh = true
    else view = { from: view.from + before, to: view.to + before }
    if (before !== 0) inspect(null)
    restudy()
    if (surface && !fresh) {
      surface.destroy()
      if (following) view = latest(book.rows.length, view.to - view.from)
    }
    rebuild()
  }
  take()
  measure()

  return {
    update(next) {
      const old = settings
      settings = next
      const other = next.symbol !== old.symbol || next.interval !== old.interval
      if (other) {
        book = createBook(next.interval)
        quote = null
        askedAt = -1
      }
      if (next.candles !== old.candles) return take()
      if (next.indicators.join() !== old.indicators.join()) restudy()
      else if (next.kind === old.kind && next.precision === old.precision && next.format === old.format && !other) return later()
      rebuild()
    },
    tick(next) {
      if (!next || next.symbol !== settings.symbol) return
      quote = next
      const change = book.tick(next)
      if (change === 'none') return later()
      for (const one of studies) follow(one, book.columns.close)
      if (change === 'next') {
        if (following) view = { from: view.from + 1, to: view.to + 1 }
        surface?.refill()
      } else if (surface?.outgrown()) surface.redraw()
      if (cross?.index === book.rows.length - 1) point(cross.index, cross.y)
      later()
    },
    point(wanted) {
      if (wanted === null || !surface) return inspect(null)
      const index = Math.max(0, Math.min(book.rows.length - 1, wanted))
      const [begin, end] = visible(view, book.rows.length)
      if (index < begin || index > end) show(pan(view, index < begin ? index - begin : index - end, book.rows.length))
      point(index, surface.y('price')(book.columns.close[index] ?? 0))
    },
    zoom: (factor) => show(zoom(view, factor, 1, book.rows.length)),
    toLatest: () => show(latest(book.rows.length, view.to - view.from)),
    destroy() {
      unbind()
      unwatch()
      observer.disconnect()
      removeEventListener('dppxchange', rebuild)
      clearInterval(clock)
      if (frame !== null) cancelAnimationFrame(frame)
      surface?.destroy()
      host.replaceChildren()
    },
  }
}
