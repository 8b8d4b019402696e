import type { APIRequestContext } from '@playwright/test'
import type { Manifest, Screen } from '../../../src/core/program.ts'
import { sample } from './samples.ts'

export interface Stop {
  route: string
  /** What stands behind the hash of the address: the route and the parameters that it needs. */
  address: string
  login: boolean
}

/** Every screen of the catalogue that is served, as an address to go to for the user of this token. Throws when there are next to none. */
export async function stops(request: APIRequestContext, token: string): Promise<Stop[]> {
  const manifest = (await (await request.get('/h5/catalogue/manifest.json')).json()) as Manifest
  const routes = Object.entries(manifest.routes)
  if (routes.length < 10) throw new Error(`The manifest has ${routes.length} routes.`)
  const found: Stop[] = []
  for (const [route, { hash, access }] of routes.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const screen = (await (await request.get(`/h5/catalogue/${hash}.json`)).json()) as Screen
    const query = new URLSearchParams()
    for (const [name, param] of Object.entries(screen.params)) {
      if (param.required) query.set(name, await sample(request, route, name, token))
    }
    found.push({ route, address: query.size > 0 ? `${route}?${query}` : route, login: access.includes('login') })
  }
  return found
}
