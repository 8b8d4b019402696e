import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { root } from '../../codegen/commands/setup.mjs'
import { KEY, publisher } from '../e2e/kit/flows/publisher.ts'
import { launch } from './kit/app.ts'
import { median } from './dev.ts'
import type { Measure } from './run.ts'

export const about =
  'the studio: its start on a plain connection, problems after a keystroke, and frames while a node is dragged'

/** A plain connection: 10 Mbit/s, 40 ms. */
const CONNECTION = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const LOADS = 5
/** Limit of every wait, and the pause before each keystroke, in which the preview draws the last one. */
const WAIT_MS = 60_000
const REST_MS = 1_000
const EDITS = { warmUp: 2, counted: 9 }
const DRAG_STEPS = 240

/** The screen with the most text. */
function largestScreen(): string {
  const files = readdirSync(join(root, 'screens'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') && !path.startsWith('parts/') && path !== 'shell.json')
  const sizes = files.map((path) => [path, readFileSync(join(root, 'screens', path), 'utf8').length] as const)
  return `screens/${sizes.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''}`
}

/** Waits for the end of a check that finds nothing. Rejects with what the page shows instead. */
async function sound(page: Page): Promise<void> {
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems
    .getByText('The catalogue is sound.')
    .waitFor({ timeout: 2 * WAIT_MS })
    .catch(async () => {
      throw new Error(`No sound catalogue in ${2 * WAIT_MS} ms; the page says: ${await problems.textContent()}`)
    })
}

/** Measures the studio in Chromium at 1280 × 800, in milliseconds and frames per second. */
export async function bench(): Promise<Measure[]> {
  // Files of the page are sent as `npm start` sends them: compressed.
  const place = await publisher({ COMPRESS: '1' })
  const browser = await launch()
  try {
    const enter = async (): Promise<Page> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await context.addInitScript(() => localStorage.setItem('placard.studio.code', 'shown'))
      const page = await context.newPage()
      // The TypeScript loader marks named functions with a helper, which the page lacks.
      await page.addInitScript('globalThis.__name = (value) => value')
      page.setDefaultTimeout(WAIT_MS)
      await page.goto(`${place.origin}/studio/`)
      await page.getByLabel('Your name').fill('Bench')
      await page.getByLabel('Operator key').fill(KEY)
      await page.getByRole('button', { name: 'Open the studio' }).click()
      await sound(page)
      return page
    }
    const page = await enter()
    const loads = await loadTimes(page)
    const own = await problemTimes(page, {
      file: 'screens/user/about.json',
      after: '"about.title',
      key: 'x',
      words: 'There are no words for the text “about.titlex”',
    })
    const others = await problemTimes(page, {
      file: 'screens/parts/market/row.json',
      after: '"widget": "',
      key: 'U',
      words: 'There is no widget',
    })
    const words = await problemTimes(page, {
      file: 'locales/en.json',
      after: '"about.restricted": "',
      key: '{',
      words: 'it is in this file',
    })
    const key = await problemTimes(page, {
      file: 'locales/en.json',
      after: '"about.title',
      key: 'x',
      words: 'There are no words for the text “about.title”',
    })
    const form = await problemTimes(page, {
      file: 'schemas/forms/priceAlert.json',
      after: '"field": "',
      key: 'x',
      words: 'it is in this file',
    })
    await page.locator(`button[title="${largestScreen()}"]`).click()
    const frames = await framesWhileDragging(page)
    return [
      { name: 'files are there, 10 Mbit/s and 40 ms', ours: median(loads.files), unit: 'ms', budget: 2_000 },
      { name: 'and the catalogue is checked', ours: median(loads.checked), unit: 'ms', budget: 5_000 },
      { name: 'a keystroke to the problem of its screen', ours: median(own), unit: 'ms', budget: 100 },
      {
        name: 'a keystroke in a part to its problem and those of others',
        ours: median(others),
        unit: 'ms',
        budget: 500,
      },
      { name: 'a keystroke in words of a text to its problem', ours: median(words), unit: 'ms', budget: 500 },
      {
        name: 'a keystroke in the name of a text to the problems of others',
        ours: median(key),
        unit: 'ms',
        budget: 500,
      },
      { name: 'a keystroke in a form to its problem', ours: median(form), unit: 'ms', budget: 500 },
      {
        name: `frames while dragging in ${largestScreen().slice(8)}`,
        ours: frames,
        unit: '/s',
        budget: 55,
        atLeast: true,
      },
    ]
  } finally {
    await browser.close()
    await place.stop()
  }
}

/** Times from the navigation to the catalogue's list, and to the end of its first check; nothing is cached. */
async function loadTimes(page: Page): Promise<{ files: number[]; checked: number[] }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', CONNECTION)
  const files: number[] = []
  const checked: number[] = []
  for (let load = 0; load < LOADS; load += 1) {
    const started = Date.now()
    await page.reload({ waitUntil: 'commit' })
    await page.locator('button[title="screens/user/about.json"]').waitFor()
    files.push(Date.now() - started)
    await sound(page)
    checked.push(Date.now() - started)
  }
  await session.send('Network.emulateNetworkConditions', {
    ...CONNECTION,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.detach()
  return { files, checked }
}

/** A keystroke in a file that causes a problem, and words of the problem. */
interface Keystroke {
  file: string
  /** The cursor is behind the first occurrence. */
  after: string
  key: string
  words: string
}

/** Milliseconds from a keystroke to the words of its problem on the page; each is taken back. */
async function problemTimes(page: Page, { file, after, key, words }: Keystroke): Promise<number[]> {
  await page.locator(`button[title="${file}"]`).click()
  await page.getByRole('textbox', { name: `JSON of ${file}` }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.keyboard.type(after)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  const took: number[] = []
  for (let edit = 0; edit < EDITS.warmUp + EDITS.counted; edit += 1) {
    await page.waitForTimeout(REST_MS)
    // The listeners have to be there before the key is pressed: the browser does not keep the order of the two.
    const shown = await page.evaluateHandle(watchForProblem, { words, limit: WAIT_MS })
    await page.keyboard.press(key)
    took.push(await shown.evaluate(({ took: shownAfter }) => shownAfter))
    await page.keyboard.press('Backspace')
    await sound(page)
  }
  return took.slice(EDITS.warmUp)
}

/** In the page: milliseconds from the next keystroke to a problem with these words. */
function watchForProblem({ words, limit }: { words: string; limit: number }): { took: Promise<number> } {
  const problems = document.querySelector('section[aria-label="Problems"]')
  if (!problems) throw new Error('The page has no problems.')
  const took = new Promise<number>((resolve, reject) => {
    let at = 0
    addEventListener('keydown', () => (at = performance.now()), { capture: true, once: true })
    setTimeout(
      () => reject(new Error(`No problem with "${words}" in ${limit} ms; the page says: ${problems.textContent}`)),
      limit,
    )
    new MutationObserver((_changes, observer) => {
      if (!problems.textContent?.includes(words)) return
      observer.disconnect()
      resolve(performance.now() - at)
    }).observe(problems, { childList: true, subtree: true, characterData: true })
  })
  return { took }
}

/** Frames per second while a node of the outline is dragged over the others. */
async function framesWhileDragging(page: Page): Promise<number> {
  const nodes = page.getByRole('tree', { name: 'Nodes of the screen' }).getByRole('treeitem')
  await nodes.first().waitFor()
  const box = await nodes.nth(3).boundingBox()
  if (!box) throw new Error('The outline has no node to drag.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 8, { steps: 4 })
  const counted = page.evaluate(
    (forMs) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        let frames = 0
        const next = (): void => {
          frames += 1
          const passed = performance.now() - start
          if (passed < forMs) requestAnimationFrame(next)
          else resolve((frames * 1_000) / passed)
        }
        requestAnimationFrame(next)
      }),
    2_000,
  )
  for (let step = 0; step < DRAG_STEPS; step += 1)
    await page.mouse.move(box.x + box.width / 2, box.y + 20 + Math.abs((step % 60) - 30) * 5)
  const frames = await counted
  await page.mouse.up()
  return frames
}
