import type { APIRequestContext, Page } from '@playwright/test'
import type { Manifest, Screen } from '../../../src/engine/language/expressions/program.ts'
import { satisfyGuards } from './accessRules.ts'
import { sample, use } from './samples.ts'
import { goto } from './screen.ts'
import type { Mode } from './flows/user.ts'

export interface Stop {
  route: string
  /** Fragment of the address: route and required parameters. */
  address: string
}

/** Every screen of the served catalogue, as an address for the user of this token, in the given account mode, after satisfying all guards. Throws if there are hardly any. */
export async function stops(request: APIRequestContext, token: string, mode: Mode = 'real'): Promise<Stop[]> {
  await satisfyGuards(request, token)
  if (mode === 'demo') await use(request, token, mode)
  const manifest = (await (await request.get('/h5/catalogue/manifest.json')).json()) as Manifest
  const routes = Object.entries(manifest.routes)
  if (routes.length < 10) throw new Error(`The manifest has ${routes.length} routes.`)
  const screens: Stop[] = []
  for (const [route, { hash }] of routes.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const screen = (await (await request.get(`/h5/catalogue/${hash}.json`)).json()) as Screen
    const query = new URLSearchParams()
    for (const [name, param] of Object.entries(screen.params)) {
      if (param.required) query.set(name, await sample(request, route, name, { token, mode }))
    }
    screens.push({ route, address: query.size > 0 ? `${route}?${query}` : route })
  }
  return screens
}

/** The screen navigates Home automatically once the service answers. */
const LEADS_ON = ['/pages/net/index']

const routeOf = (page: Page): string => new URL(page.url()).hash.slice(1).split('?')[0] ?? ''

/** Stops at every screen: signed in, or as a visitor where the screen redirects a member (the login screens). */
export async function tour(
  page: Page,
  all: readonly Stop[],
  visit: (stop: Stop) => Promise<void>,
  quietMs?: number,
): Promise<void> {
  const elsewhere: Stop[] = []
  for (const stop of all) {
    await goto(page, stop.address, quietMs)
    if (routeOf(page) === stop.route) await visit(stop)
    else elsewhere.push(stop)
  }
  await page.evaluate(() => {
    for (const key of ['token', 'userInfo']) localStorage.removeItem(`placard.${key}`)
  })
  await page.reload()
  for (const stop of elsewhere.filter(({ route }) => !LEADS_ON.includes(route))) {
    await goto(page, stop.address, quietMs)
    if (routeOf(page) !== stop.route) throw new Error(`${stop.route} leads to ${routeOf(page)} for every user.`)
    await visit(stop)
  }
}

/** Public screens that show different content to a visitor and to a member. */
export async function stopsThatDifferForVisitors(request: APIRequestContext, all: readonly Stop[]): Promise<Stop[]> {
  const { routes } = (await (await request.get('/h5/catalogue/manifest.json')).json()) as Manifest
  const different: Stop[] = []
  for (const stop of all) {
    const entry = routes[stop.route]
    if (!entry || entry.access.length > 0) continue
    const screen = await (await request.get(`/h5/catalogue/${entry.hash}.json`)).text()
    if (screen.includes('["@","session","loggedIn"]')) different.push(stop)
  }
  if (different.length === 0) throw new Error('No screen is different for a visitor.')
  return different
}
