import { asUnixSeconds } from '../../../src/engine/language/values/time.ts'
import { asPercent, asPrice, asQuantity } from '../../../src/engine/language/values/decimal.ts'
import tokens from '../../../schemas/tokens.json'
import { createFormatter } from '../../../src/engine/language/values/formatter.ts'
import type { Candle } from '../../../src/product/widgets/Chart/candles.ts'
import { createPlot, type Settings } from '../../../src/product/widgets/Chart/canvas/plot.ts'
import { createServerClock } from '../../../src/engine/state/client/clock.ts'

export interface Bar {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** The operations of each chart, with all candles on screen. */
export interface Chart {
  /** Shows another symbol's candles. */
  show(bars: readonly Bar[]): void
  /** The last candle has changed. */
  tick(bar: Bar): void
  /** Fits all candles on screen where the chart does not. */
  fit?(): void
}

type Create = (host: HTMLElement, bars: readonly Bar[]) => Chart

const COUNT = 250
const peers = import.meta.glob<{ create: Create }>('../peers/*.ts')

/** The same candles in every run. */
function barsOf(seed: number): Bar[] {
  let state = seed
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  let price = 60_000
  return Array.from({ length: COUNT }, (_, i) => {
    const open = price
    const close = (price = open * (1 + random() / 100))
    return {
      time: 1_795_000_500 + (i - COUNT) * 900,
      open,
      close,
      high: Math.max(open, close) * 1.001,
      low: Math.min(open, close) * 0.999,
      volume: 20 + 10 * random(),
    }
  })
}

const text = ({ time, open, high, low, close, volume }: Bar): Candle => {
  const price = (value: number) => asPrice(value.toFixed(2))
  return {
    time: asUnixSeconds(time),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: asQuantity(volume.toFixed(2)),
  }
}

function ours(host: HTMLElement, bars: readonly Bar[]): Chart {
  const settings: Settings = {
    symbol: 'A',
    interval: '15m',
    kind: 'candles',
    logarithmic: false,
    candles: bars.map(text),
    precision: 2,
    indicators: [],
    curves: [],
    lines: [],
    format: createFormatter('en', (key) => key, 'UTC'),
    words: { volume: 'Volume' },
    canMove: false,
  }
  const plot = createPlot(
    host,
    { inspect() {}, follow() {}, older() {}, adjust() {}, list() {} },
    settings,
    createServerClock(),
  )
  let [seq, symbol] = [0, 'A']
  return {
    show(next) {
      symbol = 'B'
      plot.update({ ...settings, symbol, candles: next.map(text) })
    },
    tick({ time, close, volume }) {
      const price = asPrice(close.toFixed(2))
      plot.tick({
        symbol,
        last: price,
        bid: price,
        ask: price,
        open: price,
        high: price,
        low: price,
        change: asPrice('0'),
        changePercent: asPercent('0'),
        volume: asQuantity((1_000 + volume).toFixed(2)),
        time: asUnixSeconds(time),
        seq: ++seq,
      })
    },
    // Shows as many candles as the others.
    fit: () => plot.zoom(host.clientWidth / 7 / (COUNT + 20)),
  }
}

const nextFrames = (count: number): Promise<number> =>
  new Promise((resolve) => {
    const step = (remaining: number) =>
      requestAnimationFrame((now) => (remaining <= 1 ? resolve(now) : step(remaining - 1)))
    step(count)
  })

let chart: Chart | null = null
let bars: Bar[] = []

/** Milliseconds from the start to the frame after the one that shows it. */
export async function start(who: string): Promise<number> {
  const style = document.createElement('style')
  const all = { ...tokens.shared, ...tokens.themes.dark, ...tokens.upColors.green.dark }
  style.textContent = `:root{${Object.entries(all)
    .map(([name, value]) => `--${name}:${value}`)
    .join(
      ';',
    )}} body{margin:0;background:#0b0d10} #host{position:relative;width:390px;height:400px;touch-action:pan-y} #host.ours>*{position:absolute;inset:0;width:100%;height:100%;pointer-events:none} .u-wrap,.u-wrap canvas{width:100%!important;height:100%!important;position:absolute}`
  document.head.append(style)
  const host = document.createElement('div')
  host.id = 'host'
  host.className = who
  document.body.append(host)
  bars = barsOf(7)
  const create = who === 'ours' ? ours : (await peers[`../peers/${who}.ts`]?.())?.create
  if (!create) throw new Error(`There is no ${who}.`)
  await nextFrames(2)
  const before = performance.now()
  chart = create(host, bars)
  const shown = await nextFrames(3)
  chart.fit?.()
  return shown - before
}

/** Milliseconds from other candles to the frame after the one that shows them. */
export async function change(): Promise<number> {
  await nextFrames(2)
  const before = performance.now()
  bars = barsOf(11)
  chart?.show(bars)
  return (await nextFrames(2)) - before
}

/** Frames a second while the last candle changes 20 times a second, and the longest frame. */
export async function stream(seconds: number): Promise<{ fps: number; worst: number }> {
  const last = bars.at(-1)
  if (!last) throw new Error('There are no candles.')
  let count = 0
  const timer = setInterval(() => {
    count += 1
    chart?.tick({
      ...last,
      time: last.time + 1,
      close: last.close * (1 + Math.sin(count / 7) / 2_000),
      volume: last.volume + count / 100,
    })
  }, 50)
  let [frames, worst, before] = [0, 0, await nextFrames(1)]
  const from = before
  while (before - from < seconds * 1_000) {
    const now = await nextFrames(1)
    worst = Math.max(worst, now - before)
    before = now
    frames += 1
  }
  clearInterval(timer)
  return { fps: frames / ((before - from) / 1_000), worst }
}
