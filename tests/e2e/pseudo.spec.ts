import { readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { looksApart, stops, tour } from './kit/catalogue.ts'
import { measure } from './kit/fit.ts'
import { openAll } from './kit/open.ts'
import { speakPseudo } from './kit/pseudo.ts'
import { expectDrawn, goto } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'
import { join, prepare } from './kit/user.ts'
import { texts } from './kit/words.ts'

const LOCALES = joinPath(import.meta.dirname, '../../locales')
const PSEUDO = 'pseudo'
const spoken = readdirSync(LOCALES).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []).toSorted()
/** The longest words and the other direction; FIT_ALL=1 looks at every language. */
const languages = [PSEUDO, ...spoken.filter((lang) => process.env.FIT_ALL === '1' || lang === 'de')]
/** Languages in which the other sides of each screen (tabs, choices, questions) are opened too: the longest, and the one from right to left. */
const WITH_SIDES = new Set([PSEUDO, 'ar', 'de'])
/** How long a page must stay as it is before it is measured, in milliseconds. */
const QUIET = 100

interface Looked {
  found: string[]
  looks: number
  texts: number
}

/** Every screen in one language, as a member and as a visitor, with each of its sides. */
async function lookAtAll(page: Page, request: APIRequestContext, language: string): Promise<Looked> {
  const lang = language === PSEUDO ? 'en' : language
  const { token } = await join(request)
  await prepare(page, { token, lang, theme: 'dark' })
  if (language === PSEUDO) await speakPseudo(page, request)
  const words = language === PSEUDO ? [] : texts(lang)
  const all: Looked = { found: [], looks: 0, texts: 0 }
  const look = async (where: string): Promise<void> => {
    const { misfits, texts: seen } = await measure(page, words)
    expect(seen, `${where}: nothing was measured`).toBeGreaterThan(1)
    if (language === PSEUDO) await expect(page.locator('body')).toContainText('⟦')
    all.looks += 1
    all.texts += seen
    all.found.push(...misfits.map(({ what, text, at, by }) => `${where} in ${language}: ${what} (${by}): “${text}” at ${at}`))
    if (process.env.FIT_SHOTS) await page.screenshot({ path: joinPath(process.env.FIT_SHOTS, `${where.replace(/^\/pages\//, '').replaceAll(/[^\p{L}\d]+/gu, '-')}.${language}.png`) })
  }
  const open = await stops(request, token)
  await tour(page, open, async ({ route, address }) => {
    await expectDrawn(page, address, lang)
    await look(route)
    if (WITH_SIDES.has(language)) await openAll(page, QUIET, (name) => look(`${route}, ${name}`))
  }, QUIET)
  for (const { route, address } of await looksApart(request, open)) {
    await goto(page, address, QUIET)
    await look(`${route}, visitor`)
  }
  return all
}

for (const language of languages) {
  test(`every screen fits 320 px: ${language}`, async ({ page, request }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width: 320, height: 640 })
    const { found, looks, texts: seen } = await lookAtAll(page, request, language)
    expect(looks).toBeGreaterThan(25)
    expect(seen).toBeGreaterThan(500)
    test.info().annotations.push({ type: 'looks', description: `${looks} looks, ${seen} texts` })
    expect(found).toEqual([])
  })
}

/** One of each kind, and beside each what fits. */
const FAULTS = `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0;font:16px monospace">
<div style="width:500px;height:1px"></div>
<p style="width:60px;overflow:hidden;white-space:nowrap">cut at its end</p>
<p style="width:60px;overflow:auto;white-space:nowrap">fits, since it scrolls</p>
<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">own words</p>
<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">words of content</p>
<p style="width:40px;overflow-wrap:anywhere">98,123.45</p>
<p style="position:absolute;left:300px;top:0;white-space:nowrap">leaves the window</p>
<p style="position:absolute;left:20px;top:300px">below another</p><p style="position:absolute;left:30px;top:304px">above another</p>
<button style="position:absolute;left:20px;top:400px;width:100px;height:60px">one</button><button style="position:absolute;left:90px;top:410px;width:100px;height:60px">two</button>
<button style="position:absolute;left:20px;top:500px;width:60px;height:20px">low</button>
<button style="position:absolute;left:120px;top:500px;width:60px;height:60px">good</button>`

test('the measure finds each kind of misfit, and nothing in what fits', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(FAULTS)
  const { misfits } = await measure(page, ['own words'])
  expect(misfits.map(({ what, text }) => `${what}: ${text}`).toSorted()).toEqual([
    'controls overlap: one', 'page scrolls sideways: ', 'target is small: low', 'text is cut: cut at its end', 'text is shortened: own words',
    'text leaves the window: leaves the window', 'texts overlap: below another', 'word is broken: 98,123.45',
  ])
})
