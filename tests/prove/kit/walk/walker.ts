import { mkdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { Browser, Page, Response } from '@playwright/test'
import { axe } from '../../../e2e/kit/axe.ts'
import { phone, WAIT_MS } from '../../../e2e/kit/browser.ts'
import { tour, type Stop } from '../../../e2e/kit/catalogue.ts'
import { measure } from '../../../e2e/kit/fit.ts'
import { missing } from '../../../e2e/kit/net/headers.ts'
import { openAll } from '../../../e2e/kit/open.ts'
import { expectDrawn, goto, still } from '../../../e2e/kit/screen.ts'
import { createTextCheck, textsOfPage } from '../../../e2e/kit/pageText.ts'
import { stubForeignSite, collectPageErrors, saveData, type PageErrors } from '../../../e2e/kit/test.ts'
import { storeSettings, type Mode } from '../../../e2e/kit/flows/user.ts'
import { texts, createTextOf } from '../../../e2e/kit/texts.ts'
import { THEMES, type Theme, type Way } from './deal.ts'

const WIDE = phone.viewport
const NARROW = { width: 320, height: 640 }
/** How long a page must stay unchanged before it is checked: after a change of size or colours, and otherwise. */
const REPAINT_MS = 50
const QUIET_MS = 100

export interface WalkResult {
  views: number
  texts: number
  axe: number
  pictures: number
  responses: number
  faults: string[]
}

export interface WalkOptions {
  browser: Browser
  origin: string
  token: string
  /** The account that this token has in use. */
  mode: Mode
  /** Screens that differ for a visitor. */
  forVisitors: readonly Stop[]
  /** All of axe in both themes, on every side of every screen; otherwise in one theme on each screen, and its colours in the other. */
  isFullRun: boolean
  /** At 320 px, and only for fit. */
  narrowOnly: boolean
  /** Prepares the page for a language without a file. */
  speak?(page: Page): Promise<void>
  out?: string
}

/** One language: every screen of the way as a member, with all its sides, then as a visitor where that differs. */
export async function walk(way: Way, given: WalkOptions): Promise<WalkResult> {
  const context = await given.browser.newContext({
    ...phone,
    viewport: given.narrowOnly ? NARROW : WIDE,
    baseURL: given.origin,
  })
  context.setDefaultTimeout(WAIT_MS)
  try {
    await saveData(context)
    const page = await context.newPage()
    // The TypeScript loader marks named functions with a helper, which the page lacks.
    await page.addInitScript('globalThis.__name = (value) => value')
    await stubForeignSite(page)
    return await new Walker(page, await collectPageErrors(page), way, given).walk()
  } finally {
    await context.close()
  }
}

class Walker {
  private readonly walked: WalkResult = { views: 0, texts: 0, axe: 0, pictures: 0, responses: 0, faults: [] }
  /** The requested language; English for the pseudo-language. */
  private readonly asked: string
  private readonly words: readonly string[]
  private readonly judge: (text: string) => string | null
  private readonly reported = new Set<string>()

  constructor(
    private readonly page: Page,
    private readonly pageErrors: PageErrors,
    private readonly way: Way,
    private readonly given: WalkOptions,
  ) {
    this.asked = given.speak ? 'en' : way.lang
    this.words = given.speak ? [] : texts(way.lang)
    this.judge = createTextCheck(this.asked)
  }

  async walk(): Promise<WalkResult> {
    const { page, way, given, walked } = this
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await storeSettings(page, { token: given.token, lang: this.asked, theme: 'system' })
    await given.speak?.(page)
    try {
      await tour(page, way.stops, async ({ route, address }) => {
        await expectDrawn(page, address, this.asked)
        await this.mark(route)
        await this.checkView(route, this.themeOf(route), true)
        await openAll(page, QUIET_MS, (name) =>
          this.checkView(`${route}, ${name}`, this.themeOf(route), given.isFullRun),
        )
      })
      for (const { route, address } of given.forVisitors.filter((forVisitor) =>
        way.stops.some((stop) => stop.route === forVisitor.route),
      )) {
        await goto(page, address)
        await this.checkView(`${route}, visitor`, this.themeOf(route), given.isFullRun)
      }
    } catch (error) {
      walked.faults.push(
        `${way.lang}: the walk ended at ${new URL(page.url()).hash}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    const own = responses.filter((response) => new URL(response.url()).origin === given.origin)
    walked.responses = own.length
    // A page made by this process has no headers.
    if (!given.speak) walked.faults.push(...own.flatMap(missing))
    return walked
  }

  /** Demo money is marked on every screen with any user; real money is never marked so. */
  private async mark(where: string): Promise<void> {
    const { page, given } = this
    if (given.speak) return
    const demo = given.mode === 'demo' && (await page.evaluate(() => localStorage.getItem('placard.token') !== null))
    const marks = await page.getByText(createTextOf(this.asked)('shell.demo'), { exact: true }).count()
    if (marks > 0 !== demo)
      this.report(where, demo ? 'the demo account is not marked' : 'the real account is marked as the other')
  }

  private readonly themeOf = (route: string): Theme => this.way.themeOf.get(route) ?? 'dark'

  private async checkView(where: string, theme: Theme, withAxe: boolean): Promise<void> {
    const { page, given, walked } = this
    walked.views += 1
    await this.colours(theme)
    await this.picture(where, theme)
    if (!given.narrowOnly) {
      await this.listen(where)
      await this.fit(where)
      if (withAxe) {
        const other = THEMES.find((other) => other !== theme) as Theme
        await this.access(where, theme, false)
        await this.colours(other)
        if (given.isFullRun) await this.picture(where, other)
        await this.access(where, other, !given.isFullRun)
      }
      await page.setViewportSize(NARROW)
      await still(page, REPAINT_MS)
    }
    await this.fit(where)
    if (!given.narrowOnly) {
      await page.setViewportSize(WIDE)
      await still(page, REPAINT_MS)
    }
    for (const said of this.pageErrors.messages.splice(0)) this.report(where, said)
  }

  private async colours(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme })
    await this.page.waitForFunction(
      ([lang, colours]) => document.documentElement.lang === lang && document.documentElement.dataset.theme === colours,
      [this.asked, theme],
    )
    await still(this.page, REPAINT_MS)
    await this.page.evaluate(
      async () =>
        void (await Promise.allSettled(
          document
            .getAnimations()
            .flatMap((animation) => (animation instanceof CSSTransition ? [animation.finished] : [])),
        )),
    )
  }

  private async listen(where: string): Promise<void> {
    const said = await textsOfPage(this.page)
    this.walked.texts += said.length
    for (const text of said) {
      const wrong = this.judge(text)
      if (wrong !== null) this.report(where, `${wrong}: “${text.slice(0, 120)}”`)
    }
  }

  private async fit(where: string): Promise<void> {
    const width = this.page.viewportSize()?.width
    const { misfits, texts: seen } = await measure(this.page, this.words)
    if (seen < 2) this.report(where, 'nothing was measured')
    if (this.given.speak && !(await this.page.locator('body').innerText()).includes('⟦'))
      this.report(where, 'has no text of the made-up language')
    for (const { what, text, at, by } of misfits)
      this.report(where, `at ${width} px: ${what} (${by}): “${text}” at ${at}`)
  }

  private async access(where: string, theme: Theme, coloursOnly: boolean): Promise<void> {
    const { violations, rules } = await axe(this.page, { coloursOnly })
    this.walked.axe += 1
    if (!coloursOnly && rules < 6) this.report(where, `axe looked at nothing in ${theme}`)
    for (const violation of violations) this.report(where, `${theme}: ${violation}`)
  }

  private async picture(where: string, theme: Theme): Promise<void> {
    if (this.given.out === undefined) return
    const folder = joinPath(this.given.out, this.way.lang)
    mkdirSync(folder, { recursive: true })
    const name = where.replace(/^\/pages\//, '').replaceAll(/[^\p{L}\d]+/gu, '-')
    await this.page.screenshot({
      path: joinPath(folder, `${name}.${theme}.${this.given.mode}${this.given.narrowOnly ? '.320' : ''}.png`),
      scale: 'css',
    })
    this.walked.pictures += 1
  }

  /** Once for each language: the same fault on every screen is one fault. */
  private report(where: string, what: string): void {
    if (this.reported.has(what)) return
    this.reported.add(what)
    this.walked.faults.push(`${where} in ${this.way.lang}: ${what}`)
  }
}
