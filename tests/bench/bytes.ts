import { gzipSync } from 'node:zlib'
import type { Measure } from './run.ts'
import { openApp } from './app.ts'

export const about = 'What a first visit to Home and to login loads, gzip'

const kB = (bytes: number) => bytes / 1000

/** Opens a screen in a fresh browser profile and adds up what it fetched until the network was quiet. */
async function firstLoad(route: string): Promise<{ scripts: number; locale: number; locales: number; all: number }> {
  await using app = await openApp()
  const bodies: Promise<{ url: string; type: string; gzip: number }>[] = []
  app.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/h5/')) return
    bodies.push(response.body().then((body) => ({ url: pathname, type: response.headers()['content-type'] ?? '', gzip: gzipSync(body, { level: 9 }).length }), () => ({ url: pathname, type: '', gzip: 0 })))
  })
  await app.page.goto(`${app.url}/h5/#${route}`)
  await app.page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies)
  const sum = (keep: (file: { url: string; type: string }) => boolean) => files.filter(keep).reduce((total, file) => total + file.gzip, 0)
  const manifest = (await (await fetch(`${app.url}/h5/catalogue/manifest.json`)).json()) as { locales: Record<string, string> }
  const isLocale = ({ url }: { url: string }) => Object.values(manifest.locales).some((hash) => url.includes(hash))
  if (files.length === 0) throw new Error(`nothing was loaded for ${route}`)
  return { scripts: sum(({ type }) => type.includes('javascript')), locale: sum(isLocale), locales: files.filter(isLocale).length, all: sum(() => true) }
}

export async function bench(): Promise<Measure[]> {
  const home = await firstLoad('/pages/index/index')
  const login = await firstLoad('/pages/login/index')
  return [
    { name: 'first load of Home, JavaScript gzip', ours: kB(home.scripts), unit: 'kB', budget: 150 },
    { name: 'first load of Home, everything gzip', ours: kB(home.all), unit: 'kB', budget: 220 },
    { name: 'locale files loaded', ours: home.locales, unit: '', budget: 1 },
    { name: 'the one locale, gzip', ours: kB(home.locale), unit: 'kB', budget: 25 },
    { name: 'first load of login, JavaScript gzip', ours: kB(login.scripts), unit: 'kB', budget: 180 },
  ]
}
