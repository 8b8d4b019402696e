import { request as requests } from '@playwright/test'
import type { CDPSession, Page } from 'playwright'
import { stops, type Stop } from '../e2e/kit/catalogue.ts'
import { stubForeignSite } from '../e2e/kit/test.ts'
import { registerUser, storeSettings } from '../e2e/kit/flows/user.ts'
import { openApp } from './kit/app.ts'
import type { Measure } from './run.ts'

export const about = 'What 500 navigations leave behind: charts, maps, forms and lists, tabs between them'

const NAVIGATIONS = 500
const HOME = '/pages/index/index'
/** Longer than the release delay of a symbol, and than any timer of a screen. */
const QUIET_MS = 7_000

interface Weight {
  heap: number
  /** The heap without code compiled for frequently used functions. */
  values: number
  nodes: number
  listeners: number
  documents: number
}

/**
 * Compares heap, nodes, listeners and documents after the navigations with those after as many before them: these fill the caches, and
 * one visit of each screen does not fill all.
 */
export async function bench(): Promise<Measure[]> {
  await using app = await openApp()
  const { page, url } = app
  const request = await requests.newContext({ baseURL: url })
  const { token } = await registerUser(request)
  const all = await stops(request, token)
  await request.dispose()
  await stubForeignSite(page)
  await storeSettings(page, { token, lang: 'en', theme: 'dark' })
  await page.goto(`${url}/h5/#${HOME}`)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')

  await visit(page, all, Math.max(NAVIGATIONS, all.length * 3))
  const before = await weigh(page, session)
  await visit(page, all, NAVIGATIONS)
  const after = await weigh(page, session)

  const compare = (name: string, of: (weight: Weight) => number, unit: string, budget: number): Measure => ({
    name,
    ours: of(after),
    floor: of(before),
    unit,
    budget,
  })
  return [
    compare(`heap after ${NAVIGATIONS} navigations, beside before`, ({ heap }) => heap / 1e6, 'MB', 1.1),
    compare('the same without compiled code', ({ values }) => values / 1e6, 'MB', 1.03),
    compare('nodes of documents', ({ nodes }) => nodes, '', 1.01),
    compare('listeners', ({ listeners }) => listeners, '', 1.01),
    compare('documents, those of pictures included', ({ documents }) => documents, '', 1),
  ]
}

/** Goes to a screen, back, to a tab, and so on, for this number of navigations. */
async function visit(page: Page, all: readonly Stop[], navigations: number): Promise<void> {
  const tabs = page.locator('nav button')
  const seen = new Set<string>()
  for (let count = 0, at = 0; count < navigations; at += 1) {
    const { address = HOME } = all[at % all.length] ?? {}
    if (page.url().endsWith(`#${address}`)) continue
    await page.evaluate((hash) => void (location.hash = hash), `#${address}`)
    for (const element of await drawn(page)) seen.add(element)
    await page.evaluate(() => history.back())
    await drawn(page)
    await tabs.nth(at % 5).click()
    await drawn(page)
    count += 3
  }
  for (const selector of ['canvas', '.leaflet-container', 'form'])
    if (!seen.has(selector)) throw new Error(`No screen had ${selector}.`)
}

/** Waits until the screen is drawn. Returns the heavy parts it has. */
async function drawn(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const main = page.locator('main:visible').first()
  await main.filter({ hasText: /\S/ }).waitFor()
  await page.waitForFunction(
    () => document.querySelectorAll('main[aria-busy=true], main:not([style*=none]) [aria-busy=true]').length === 0,
  )
  await page.waitForTimeout(100)
  return main.evaluate((element) =>
    ['canvas', '.leaflet-container', 'form'].filter((item) => element.querySelector(item) !== null),
  )
}

async function weigh(page: Page, session: CDPSession): Promise<Weight> {
  await page.locator('nav button').first().click()
  await page.waitForTimeout(QUIET_MS)
  for (let i = 0; i < 3; i += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (key: string) => metrics.find(({ name }) => name === key)?.value ?? Number.NaN
  return {
    heap: usedSize,
    values: await valuesOf(session),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
  }
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** Bytes of all values that the program has created. */
async function valuesOf(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const {
    node_fields: fields,
    node_types: [types],
  } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + type] ?? -1]
    if (kind !== 'code' && kind !== 'native' && kind !== 'synthetic') bytes += nodes[at + size] ?? 0
  }
  if (bytes < 1e6) throw new Error('The snapshot of the heap is empty.')
  return bytes
}
