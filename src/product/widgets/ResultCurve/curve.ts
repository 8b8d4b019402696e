import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { readColors, watchColors, type Colors } from '../Chart/canvas/colors.ts'
import { priceTicks } from '../Chart/canvas/ticks.ts'
import { rangeOf, type Point } from './series.ts'

const FONT_SIZE = 11
const AXIS_HEIGHT = 22
const AXIS_WIDTH = 52
/** Distance of the labels of amounts, CSS pixels. */
const LABEL_DISTANCE = 36

export interface CurveEvents {
  /** The label of an amount on the axis. */
  axisLabel(value: number): string
  /** The position of the point under the pointer; null without one. */
  inspect(index: number | null): void
}

export interface Curve {
  readonly destroy: () => void
}

/** Draws the points into `host` and follows its size, the theme and the pointer until `destroy` is called. */
export function drawCurve(host: HTMLElement, points: readonly Point[], events: CurveEvents): Curve {
  let plot: uPlot | null = null
  const draw = (): void => {
    plot?.destroy()
    plot = createUplot(host, points, events, readColors(host))
  }
  draw()
  const stopWatching = watchColors(draw)
  const sizes = new ResizeObserver(() => {
    if (plot && (plot.width !== host.clientWidth || plot.height !== host.clientHeight)) draw()
  })
  sizes.observe(host)

  const follow = ({ clientX }: PointerEvent): void => {
    if (!plot || points.length === 0) return
    const { left } = plot.over.getBoundingClientRect()
    const index = Math.round(plot.posToVal(clientX - left, 'x'))
    const nearest = Math.min(points.length - 1, Math.max(0, index))
    plot.setCursor({ left: plot.valToPos(nearest, 'x'), top: 0 }, false)
    events.inspect(nearest)
  }
  const leave = (): void => {
    plot?.setCursor({ left: -1, top: -1 }, false)
    events.inspect(null)
  }
  host.addEventListener('pointerdown', follow)
  host.addEventListener('pointermove', follow)
  host.addEventListener('pointerleave', leave)
  host.addEventListener('pointercancel', leave)
  return {
    destroy() {
      host.removeEventListener('pointerdown', follow)
      host.removeEventListener('pointermove', follow)
      host.removeEventListener('pointerleave', leave)
      host.removeEventListener('pointercancel', leave)
      sizes.disconnect()
      stopWatching()
      plot?.destroy()
    },
  }
}

function createUplot(host: HTMLElement, points: readonly Point[], events: CurveEvents, colors: Colors): uPlot {
  const { clientWidth: width, clientHeight: height } = host
  const range = rangeOf(points)
  const isLoss = (points.at(-1)?.value ?? 0) < 0
  const font = `${FONT_SIZE}px ${colors.font || 'sans-serif'}`
  const axis = { stroke: colors['text-faint'], font, ticks: { show: false }, gap: 4 }
  const last = points.length - 1
  const dayTicks = last > 0 ? [0, Math.round(last / 2), last] : [0]
  return new uPlot(
    {
      width,
      height,
      padding: [6, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: [0, Math.max(1, last)] }, y: { range } },
      axes: [
        {
          ...axis,
          size: AXIS_HEIGHT,
          grid: { show: false },
          // `drawDays` draws the labels: those at both ends are inside of the drawing.
          splits: () => [],
        },
        {
          ...axis,
          side: 1,
          size: AXIS_WIDTH,
          grid: { stroke: colors.line, width: 1 },
          splits: () => priceTicks(range, height / LABEL_DISTANCE),
          values: (_, splits) => splits.map((value) => events.axisLabel(value)),
        },
      ],
      series: [
        {},
        {
          stroke: isLoss ? colors.down : colors.up,
          fill: isLoss ? colors['down-soft'] : colors['up-soft'],
          fillTo: () => 0,
          width: 2,
          points: { show: points.length === 1 },
        },
      ],
      hooks: {
        draw: [
          (self) => {
            drawZero(self, colors['line-strong'])
            drawDays(self, {
              days: dayTicks.map((at) => [at, points[at]?.day.slice(5) ?? '']),
              font,
              color: colors['text-faint'],
            })
          },
        ],
      },
    },
    [points.map((_, index) => index), points.map(({ value }) => value)],
    host,
  )
}

function drawZero({ ctx, bbox, valToPos }: uPlot, color: string): void {
  const y = valToPos(0, 'y', true)
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
}

interface DayLabels {
  days: readonly (readonly [at: number, label: string])[]
  font: string
  color: string
}

/** The first label begins and the last one ends with the drawing. */
function drawDays({ ctx, bbox, valToPos }: uPlot, { days, font, color }: DayLabels): void {
  ctx.save()
  ctx.font = font.replace(`${FONT_SIZE}px`, `${FONT_SIZE * devicePixelRatio}px`)
  ctx.fillStyle = color
  ctx.textBaseline = 'top'
  for (const [index, [at, label]] of days.entries()) {
    ctx.textAlign = index === 0 ? 'left' : index === days.length - 1 ? 'right' : 'center'
    ctx.fillText(label, valToPos(at, 'x', true), bbox.top + bbox.height + 6 * devicePixelRatio)
  }
  ctx.restore()
}
