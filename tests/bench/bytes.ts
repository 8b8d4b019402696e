import { gzipSync } from 'node:zlib'
import type { Measure } from './run.ts'
import { openApp } from './kit/app.ts'

export const about = 'What a first visit to Home and to login loads, gzip'

const kB = (bytes: number) => bytes / 1000

interface Loaded {
  /** Scripts requested before the screen was visible, content and all. */
  drawing: number
  scripts: number
  locale: number
  locales: number
  all: number
}

/** Opens a screen in a fresh browser profile and adds up the bytes fetched until the network was quiet. The screen is visible when it shows `text`. */
async function firstLoad(route: string, text: string): Promise<Loaded> {
  await using app = await openApp()
  const bodies: Promise<{ url: string; type: string; gzip: number }>[] = []
  app.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/h5/')) return
    bodies.push(
      response.body().then(
        (body) => ({
          url: pathname,
          type: response.headers()['content-type'] ?? '',
          gzip: gzipSync(body, { level: 9 }).length,
        }),
        () => ({ url: pathname, type: '', gzip: 0 }),
      ),
    )
  })
  await app.page.addInitScript((expected) => {
    new MutationObserver((_changes, observer) => {
      if (!document.body?.innerText.includes(expected)) return
      performance.mark('drawn')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, text)
  await app.page.goto(`${app.url}/h5/#${route}`)
  await app.page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies)
  const early = await app.page.evaluate(() => {
    const drawn = performance.getEntriesByName('drawn')[0]?.startTime
    return drawn === undefined
      ? null
      : performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < drawn)
          .map(({ name }) => new URL(name).pathname)
  })
  if (!early) throw new Error(`${route} never showed "${text}"`)
  const isScript = ({ type }: { type: string }) => type.includes('javascript')
  const sum = (keep: (file: { url: string; type: string }) => boolean) =>
    files.filter(keep).reduce((total, file) => total + file.gzip, 0)
  const manifest = (await (await fetch(`${app.url}/h5/catalogue/manifest.json`)).json()) as {
    locales: Record<string, string>
  }
  const isLocale = ({ url }: { url: string }) => Object.values(manifest.locales).some((hash) => url.includes(hash))
  if (files.length === 0) throw new Error(`nothing was loaded for ${route}`)
  return {
    drawing: sum((file) => isScript(file) && early.includes(file.url)),
    scripts: sum(isScript),
    locale: sum(isLocale),
    locales: files.filter(isLocale).length,
    all: sum(() => true),
  }
}

/** Measures the first load of Home, login and the chart, in kB after gzip. */
export async function bench(): Promise<Measure[]> {
  const home = await firstLoad('/pages/index/index', '/USD')
  const login = await firstLoad('/pages/login/index', 'Password')
  const chart = await firstLoad('/pages/kline/index', '15m')
  return [
    { name: 'first load of Home, JavaScript gzip until it is drawn', ours: kB(home.drawing), unit: 'kB', budget: 165 },
    // The live connection is 12 kB of socket.io-client and 5 kB of code of the app.
    { name: 'the same with the live connection that follows', ours: kB(home.scripts), unit: 'kB', budget: 165 + 17 },
    { name: 'first load of Home, everything gzip', ours: kB(home.all), unit: 'kB', budget: 250 },
    { name: 'locale files loaded', ours: home.locales, unit: '', budget: 1 },
    { name: 'the one locale, gzip', ours: kB(home.locale), unit: 'kB', budget: 25 },
    {
      name: 'first load of login, JavaScript gzip until it is drawn',
      ours: kB(login.drawing),
      unit: 'kB',
      budget: 215,
    },
    {
      name: 'first load of the chart, JavaScript gzip, drawing and live',
      ours: kB(chart.scripts),
      unit: 'kB',
      budget: 245,
    },
  ]
}
