import { type BrowserContext, chromium, type Page } from 'playwright'
import { PAGE_RULES, runAxe } from '../../../e2e/kit/axe.ts'
import { launch, WAIT_MS } from '../../../e2e/kit/browser.ts'
import { atRest, trackRequests } from '../../../e2e/kit/screen.ts'
import { serveGallery } from './server.ts'
import type { Measures } from './measure.ts'

/**
 * Draws every widget's stories in Chromium, in both directions and both themes, on the narrowest phone: axe finds nothing,
 * nothing is wider than the window, every target is at least 44 px, the text of every field
 * at least 16 px, nothing is logged.
 * Prints what fails and exits with 1.
 *   tsx tests/conformance/widgets/gallery/check.ts [Widget …]     PORT=4200
 */
const WIDTH = 320
/** Time for which a story must stay unchanged. */
const QUIET_MS = 50
const PORT = Number(process.env.PORT ?? 4200)
const asked = process.argv.slice(2)

const problems: string[] = []
let drawn = 0

async function show(page: Page, hash: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
  await page.waitForFunction((to) => document.body.dataset.drawn === to, hash)
  await page.waitForFunction(() => document.querySelector('.case') !== null)
  // Chunks of lazy widgets and of long lists arrive, entrance animations end.
  await atRest(page, QUIET_MS)
}

async function judge(page: Page, place: string) {
  const measured = await page.evaluate(() => {
    const { measures } = globalThis as unknown as { measures: Measures }
    return { wide: measures.overflows(), small: measures.smallTargets(), zooming: measures.zoomingFields() }
  })
  for (const what of measured.wide) problems.push(`${place}: wider than its case: ${what}`)
  for (const what of measured.small) problems.push(`${place}: target below 44 px: ${what}`)
  for (const what of measured.zooming) problems.push(`${place}: text below 16 px, iOS zooms into it: ${what}`)
  const { violations } = await runAxe(page, { within: '.gallery', without: PAGE_RULES })
  for (const { id, help, nodes } of violations) {
    for (const node of nodes.slice(0, 3)) problems.push(`${place}: axe ${id}: ${help}: ${node.html.slice(0, 140)}`)
  }
  for (const message of await page.locator('.failed').allTextContents()) problems.push(`${place}: threw: ${message}`)
}

async function open(context: BrowserContext): Promise<{ page: Page; at: { place: string } }> {
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  trackRequests(page)
  const at = { place: 'start' }
  page.on('console', (message) => {
    // The stories name one missing picture on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`${at.place}: logged: ${message.text().slice(0, 200)}`)
  })
  page.on('pageerror', (error) => problems.push(`${at.place}: uncaught: ${error.message}`))
  await page.goto(`http://127.0.0.1:${PORT}/#widget=Text&theme=dark&dir=ltr&up=green`)
  await page.waitForSelector('[data-drawn]')
  return { page, at }
}

interface Look {
  theme: 'dark' | 'light'
  dir: 'ltr' | 'rtl'
}

/** Themes differ only in colours, and directions only in the layout: two looks show all of both. */
const LOOKS: readonly Look[] = [
  { theme: 'dark', dir: 'ltr' },
  { theme: 'light', dir: 'rtl' },
]

/** Every widget with each look that the other pages have not taken yet. */
async function walk(context: BrowserContext, remaining: Look[]) {
  const { page, at } = await open(context)
  const names = (await page.locator('.bar a[data-name]').allTextContents()).filter(
    (name) => asked.length === 0 || asked.includes(name),
  )
  if (names.length === 0) throw new Error('The gallery is empty.')
  for (let look = remaining.shift(); look; look = remaining.shift()) {
    const { theme, dir } = look
    for (const name of names) {
      const query = `theme=${theme}&dir=${dir}&up=green`
      at.place = `${name} ${theme} ${dir}`
      await show(page, `#widget=${name}&${query}`)
      const cases = await page
        .locator('.case')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-case') ?? ''))
      drawn += cases.length
      // A modal dialog covers the others: each case is then checked alone.
      const modal = await page.evaluate(() => document.querySelector('dialog:modal') !== null)
      for (const only of modal ? cases : [null]) {
        if (only !== null) {
          at.place = `${name} case ${only} ${theme} ${dir}`
          await show(page, `#widget=${name}&case=${only}&${query}`)
        }
        await judge(page, at.place)
      }
    }
  }
}

const server = await serveGallery(PORT)
const browser = await chromium.launch(launch)
try {
  const phone = { viewport: { width: WIDTH, height: 700 }, hasTouch: true, reducedMotion: 'reduce' } as const
  // The first visit makes the server prepare its modules for both.
  await (await open(await browser.newContext(phone))).page.close()
  const remaining = [...LOOKS]
  await Promise.all([1, 2].map(async () => walk(await browser.newContext(phone), remaining)))
} finally {
  await browser.close()
  await server.close()
}

for (const problem of problems) console.log(problem)
console.log(`${drawn} stories drawn, ${problems.length} problems`)
process.exitCode = problems.length > 0 || drawn === 0 ? 1 : 0
