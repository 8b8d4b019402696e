import { createServer } from 'node:http'
import { rmSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser } from 'playwright'
import { storeSettings } from '../e2e/kit/flows/user.ts'
import { buildApp, launch, phone, startServer } from './kit/app.ts'
import { orderOf, typical } from './kit/measure.ts'
import { installPeers } from './kit/install-peers.ts'
import { CONTESTANTS, type Contestant } from './interaction/drive.ts'
import { FIELDS } from './interaction/facts.ts'
import { buildPage, PEERS, type Rival, RIVALS } from './interaction/pages.ts'
import { distWithScreens, ROUTES } from './interaction/screens.ts'
import type { Measure } from './run.ts'

export const about =
  'First load to a form of 15 fields that takes letters, CPU ÷ 4, 1.6 Mbps, 150 ms: the app with all it loads, beside the form alone by hand and by three libraries'

const ROUNDS = 7
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Compresses like src/server/kit/http/precompress.ts. */
const pack = (content: string): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

interface Load {
  /** Milliseconds from the navigation to the frame in which the last field is drawn and takes letters. */
  ms: number
  /** As sent, until the form is drawn. */
  kB: number
  requests: number
}

/** Opens the form in a browser profile without a cache. Throws when a field does not report its error. */
async function firstLoad(browser: Browser, url: string, shownError: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await storeSettings(page, { lang: 'en', theme: 'dark' })
    page.setDefaultTimeout(120_000)
    await page.addInitScript((fields) => {
      new MutationObserver((_changes, observer) => {
        if (document.querySelectorAll('input, [contenteditable=true]').length < fields) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')))
      }).observe(document, { childList: true, subtree: true })
    }, FIELDS.length)
    let [bytes, requests] = [0, 0]
    session.on('Network.requestWillBeSent', () => void (requests += 1))
    session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    await page.goto(url)
    await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
    const drawn = { kB: bytes / 1_000, requests }
    const controls = page.locator('input, [contenteditable=true]')
    const [first, second] = [controls.nth(0), controls.nth(1)]
    await first.pressSequentially('ab')
    await second.focus()
    await page.getByText(shownError).first().waitFor()
    const ms = await page.evaluate(() => performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN)
    return { ms, ...drawn }
  } finally {
    await context.close()
  }
}

/** Serves one page, compressed. */
async function servePage(rival: Rival): Promise<{ url: string; close: () => void }> {
  const { script, style } = await buildPage(rival, 'form')
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bench</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">`
  const files = new Map([
    [
      '/',
      {
        type: 'text/html',
        body: pack(
          `<!doctype html><html lang="en" data-theme="dark"><head>${head}<script type="module" src="/main.js"></script></head><body></body></html>`,
        ),
      },
    ],
    ['/main.js', { type: 'text/javascript', body: pack(script) }],
    ['/style.css', { type: 'text/css', body: pack(style) }],
  ])
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://x').pathname)
    response.writeHead(file ? 200 : 404, {
      'Content-Type': file?.type ?? 'text/plain',
      'Content-Encoding': file ? 'br' : 'identity',
    })
    response.end(file?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/#on`,
    close: () => server.close(),
  }
}

/** Measures the first load of the form by all contestants in turns: milliseconds, kB as sent, requests. */
export async function bench(): Promise<Measure[]> {
  buildApp()
  installPeers()
  const dist = distWithScreens(false)
  const rivals = await Promise.all(RIVALS.map(async (rival) => [rival, await servePage(rival)] as const))
  const browser = await launch()
  try {
    await using app = await startServer({ PLACARD_DIST: dist, TICK_RATE: '0' })
    const urls = new Map<Contestant, string>([
      ['ours', `${app.url}/h5/#${ROUTES.form}`],
      ...rivals.map(([rival, { url }]) => [rival, url] as const),
    ])
    const loads = new Map<Contestant, Load[]>(CONTESTANTS.map((contestant) => [contestant, []]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const contestant of orderOf(CONTESTANTS, round)) {
        const load = await firstLoad(browser, urls.get(contestant) ?? '', 'At least 3 characters.')
        loads.get(contestant)?.push(load)
      }
    const figure = (contestant: Contestant, of: keyof Load) =>
      typical((loads.get(contestant) ?? []).map((load) => load[of]))
    const name = 'first load to a form that takes letters, CPU ÷ 4, 1.6 Mbps'
    const all = (what: string, of: keyof Load, unit: string): Measure[] => [
      { name: what, ours: figure('ours', of), floor: figure('react', of), unit },
      { name: '  the same look by hand', ours: figure('look', of), floor: figure('react', of), unit },
      ...PEERS.map((peer) => ({ name: `  by ${peer}`, ours: figure(peer, of), floor: figure('react', of), unit })),
    ]
    return [
      {
        name: `${name}, beside json-render`,
        ours: figure('ours', 'ms'),
        floor: figure('json-render', 'ms'),
        unit: 'ms',
        budget: 1,
      },
      ...all(name, 'ms', 'ms'),
      ...all('what is sent until then', 'kB', 'kB'),
      ...all('requests until then', 'requests', ''),
    ]
  } finally {
    await browser.close()
    for (const [, { close }] of rivals) close()
    rmSync(dist, { recursive: true, force: true })
  }
}
