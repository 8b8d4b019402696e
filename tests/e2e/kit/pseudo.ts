import type { APIRequestContext, Page } from '@playwright/test'
import { pseudoLocale } from '../../../codegen/compile/pseudoLocale.ts'
import type { Manifest } from '../../../src/core/program.ts'
import { canonicalJson } from '../../../src/core/canonicalJson.ts'
import { sha256 } from '../../../src/core/sha256.ts'

const BASE = '/h5/catalogue'
const hashOf = (text: string): string => sha256(text).slice(0, 32)

/** Serves the pseudo language wherever the app requests English. */
export async function usePseudoLocale(page: Page, request: APIRequestContext): Promise<void> {
  const { revision: _, ...body } = (await (await request.get(`${BASE}/manifest.json`)).json()) as Manifest
  const english = (await (await request.get(`${BASE}/${body.locales.en}.json`)).json()) as Record<string, string>
  const text = canonicalJson(pseudoLocale(english))
  const changed = { ...body, locales: { ...body.locales, en: hashOf(text) } }
  const revision = hashOf(canonicalJson(changed))
  const files: Record<string, string> = {
    manifest: JSON.stringify({ revision, ...changed }),
    // No other revision goes live during the test.
    live: JSON.stringify({ seq: 1, revision, urgent: 0, recent: [revision] }),
    [changed.locales.en]: text,
  }
  for (const [name, body] of Object.entries(files))
    await page.route(`**${BASE}/${name}.json`, (route) => route.fulfill({ contentType: 'application/json', body }))
}
