import type { APIRequestContext, Page } from '@playwright/test'
import type { Manifest, Screen } from '../../../src/engine/language/expressions/program.ts'
import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import { sha256 } from '../../../src/engine/language/values/sha256.ts'

const BASE = '/h5/catalogue'
const hashOf = (text: string): string => sha256(text).slice(0, 32)

interface Changes {
  english?: (texts: Record<string, string>) => Record<string, string>
  screen?: { route: string; change: (screen: Screen) => Screen }
}

export const readManifest = async (request: APIRequestContext): Promise<Manifest> =>
  (await (await request.get(`${BASE}/manifest.json`)).json()) as Manifest
export const readScreen = async (request: APIRequestContext, hash: string): Promise<Screen> =>
  (await (await request.get(`${BASE}/${hash}.json`)).json()) as Screen

/** Serves changed files of the catalogue to a page, each under the hash of its content. */
export async function changeCatalogue(
  page: Page,
  request: APIRequestContext,
  { english, screen }: Changes,
): Promise<void> {
  const { revision: _, ...body } = await readManifest(request)
  const files: Record<string, string> = {}
  const add = (value: unknown): string => {
    const text = canonicalJson(value)
    const hash = hashOf(text)
    files[hash] = text
    return hash
  }
  const changed = { ...body, locales: { ...body.locales }, routes: { ...body.routes } }
  if (english) {
    const texts = (await (await request.get(`${BASE}/${body.locales.en}.json`)).json()) as Record<string, string>
    changed.locales.en = add(english(texts))
  }
  const entry = screen && body.routes[screen.route]
  if (entry)
    changed.routes[screen.route] = { ...entry, hash: add(screen.change(await readScreen(request, entry.hash))) }
  const revision = hashOf(canonicalJson(changed))
  files.manifest = JSON.stringify({ revision, ...changed })
  // No other revision goes live during the test.
  files.live = JSON.stringify({ seq: 1, revision, urgent: 0, recent: [revision] })
  for (const [name, body] of Object.entries(files))
    await page.route(`**${BASE}/${name}.json`, (route) => route.fulfill({ contentType: 'application/json', body }))
}
