import { advance } from '../../../../e2e/kit/time.ts'
import { timeOf } from '../../../../e2e/kit/time.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, type App } from '../app.ts'
import type { Point } from '../driver.ts'
import type { Flow } from '../flow.ts'

const CANDLE = 900
const PLOT = { selector: 'main figure' }
const READOUT = { selector: '[data-readout]' }
const LATEST = button(en('ui.chartLatest'))

async function at(app: App, x: number, y = 0.4): Promise<Point> {
  const plot = await app.spot(PLOT)
  return { x: plot.x + (x - 0.5) * plot.width, y: plot.y + (y - 0.5) * plot.height }
}

/** Time of the candle at a position, in Unix seconds, by the crosshair of a finger or of the mouse. */
async function timeAt(app: App, x: number): Promise<number> {
  const place = await at(app, x)
  const { touch } = app.tab
  await (touch ? touch.press(place, 600) : app.tab.hover(place))
  // The values follow the crosshair in the next frames.
  await pause(250)
  const time = await app.until('the values of a candle', () =>
    app.call('textOf', { selector: '[data-readout] > :last-child dd' }),
  )
  if (touch) {
    await touch.tap(place)
    await gone(app, READOUT)
  }
  return Date.parse(`${time.replace(' ', 'T')}:00Z`) / 1000
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const gone = (app: App, target: Parameters<App['spot']>[0]) =>
  app.until(`no ${JSON.stringify(target)}`, async () => (await app.call('count', target)) === 0)

export default {
  about:
    'the chart: crosshair, pan, back to now, zoom by keys, and by two fingers or a trackpad where the engine has them',
  async run(app) {
    const { request } = app.site
    // No candle begins during the flow.
    const remaining = CANDLE - ((await timeOf(request)) % CANDLE)
    if (remaining < 200) await advance(request, remaining + 1)
    await app.start('/pages/kline/index?symbol=BTCUSDT')
    await app.until('the chart', async () => (await app.call('count', { selector: 'main figure canvas' })) === 2)
    const { tab } = app

    const before = await timeAt(app, 0.4)
    if ((await timeAt(app, 0.6)) <= before) throw new Error('The crosshair does not follow.')
    const [from, to] = [await at(app, 0.15), await at(app, 0.65, 0.42)]
    await app.until('a panned chart', async () => {
      await (tab.touch ? tab.touch.move([from, to]) : tab.drag(from, to))
      await pause(500)
      if (await app.call('count', LATEST)) return true
      // On a busy machine the finger rests long enough for a long press.
      await tab.touch?.tap(to)
      return false
    })
    if ((await timeAt(app, 0.4)) > before - 10 * CANDLE) throw new Error('The chart does not pan.')
    await app.press(LATEST)
    await gone(app, LATEST)
    if (Math.abs((await timeAt(app, 0.4)) - before) > CANDLE) throw new Error('The chart does not return to now.')

    const width = async () => (await timeAt(app, 0.7)) - (await timeAt(app, 0.1))
    const first = await width()
    const [a, b] = [await at(app, 0.4), await at(app, 0.5)]
    if (tab.touch) await tab.touch.move([a, await at(app, 0.2)], [b, await at(app, 0.7)])
    else if (tab.pinch) await tab.pinch(a, -120)
    if ((tab.touch ?? tab.pinch) && (await width()) > first * 0.8)
      throw new Error(`Two fingers do not zoom: ${first} s, then ${await width()} s.`)
    const second = await width()
    await app.call('focus', { role: 'slider' })
    for (const sign of '---') await tab.type(sign)
    await tab.key('Escape')
    if ((await width()) < second * 1.1) throw new Error('The keys do not zoom.')
  },
} satisfies Flow
