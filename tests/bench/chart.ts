import type { Page } from 'playwright'
import { runInBrowser } from './kit/browser-page.ts'
import { installPeers } from './kit/install-peers.ts'
import type { Measure } from './run.ts'

export const about = 'Charts of 250 candles, CPU 4 times slower, beside two others in the same run'

const SECONDS = 4
const ROUNDS = 3
const PEERS = ['lightweight', 'klinecharts'] as const
type Who = 'ours' | (typeof PEERS)[number]

interface Figures {
  tick: number
  pan: number
  worst: number
  change: number
  first: number
}

/** Drags to and fro until stopped. */
async function drag(page: Page, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  await page.mouse.move(180, 120)
  await page.mouse.down()
  for (let step = 0; performance.now() < end; step += 1) await page.mouse.move(180 + 110 * Math.sin(step / 9), 120)
  await page.mouse.up()
}

async function measure(page: Page, who: Who): Promise<Figures> {
  const call = <T>(what: string) => page.evaluate<T>(`import('/main.js').then((page) => page.${what})`)
  const browser = await page.context().newCDPSession(page)
  await page.goto(page.url())
  await page.evaluate(`import('/main.js')`)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const first = await call<number>(`start('${who}')`)
  await page.waitForTimeout(500)
  const still = await call<{ fps: number }>(`stream(${SECONDS})`)
  const [moving] = await Promise.all([call<{ fps: number; worst: number }>(`stream(${SECONDS})`), drag(page, SECONDS)])
  const changes: number[] = []
  for (let i = 0; i < 3; i += 1) changes.push(await call<number>('change()'))
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.detach()
  return {
    tick: still.fps,
    pan: moving.fps,
    worst: moving.worst,
    change: changes.toSorted((a, b) => a - b)[1] ?? Number.NaN,
    first,
  }
}

function better(a: Figures | undefined, b: Figures): Figures {
  if (!a) return b
  return {
    tick: Math.max(a.tick, b.tick),
    pan: Math.max(a.pan, b.pan),
    worst: Math.min(a.worst, b.worst),
    change: Math.min(a.change, b.change),
    first: Math.min(a.first, b.first),
  }
}

/** Measures frames per second and times (ms) of our chart and its peers in turns; the best of several rounds counts. */
export async function bench(): Promise<Measure[]> {
  installPeers()
  const figures = await runInBrowser('chart', async (page) => {
    const all = new Map<Who, Figures>()
    // In turns, the better of each: another process slows the current one.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const who of ['ours', ...PEERS] as const) all.set(who, better(all.get(who), await measure(page, who)))
    return all
  })
  const ours = figures.get('ours')
  if (!ours) throw new Error('The page measured nothing.')
  const beside = PEERS.flatMap((who): Measure[] => {
    const peer = figures.get(who)
    if (!peer) return []
    return [
      { name: `the same, beside ${who}`, ours: ours.pan, floor: peer.pan, unit: 'fps', budget: 0.9, atLeast: true },
      { name: `another symbol, beside ${who}`, ours: ours.change, floor: peer.change, unit: 'ms', budget: 1.5 },
      { name: `first paint, beside ${who}`, ours: ours.first, floor: peer.first, unit: 'ms', budget: 1.5 },
    ]
  })
  return [
    { name: 'chart, 20 ticks a second, CPU ÷ 4', ours: ours.tick, unit: 'fps', budget: 55, atLeast: true },
    { name: 'chart, the same while it is panned', ours: ours.pan, unit: 'fps', budget: 55, atLeast: true },
    { name: 'the same: longest frame', ours: ours.worst, unit: 'ms', budget: 50 },
    ...beside,
  ]
}
