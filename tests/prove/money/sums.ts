import { chromium, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import buildApp from '../../e2e/kit/net/build.ts'
import { launch, phone, WAIT_MS } from '../../e2e/kit/browser.ts'
import { caller } from '../../e2e/kit/net/caller.ts'
import { stops, tour } from '../../e2e/kit/catalogue.ts'
import { openAll } from '../../e2e/kit/open.ts'
import { startSandbox } from '../../e2e/kit/net/server.ts'
import { saveData } from '../../e2e/kit/test.ts'
import { createTextOf } from '../../e2e/kit/texts.ts'
import { registerUser, storeSettings } from '../../e2e/kit/flows/user.ts'
import { createRandom } from '../kit/random.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { fillAccount } from '../kit/sums/account.ts'
import { compareHoldings, compareSums, nameOf, RELATIONS } from '../kit/sums/relations.ts'
import { shownOn, type Shown } from '../kit/sums/shown.ts'

export const about =
  'on every screen of generated accounts the parts of a total add up to it as shown, to the digit, and balances are shown in whole cents'
/** Accounts, each with all screens and their sides; with `--ci` and in a short run with those that have a sum, and a share of the others. */
export const runs = { full: 12, middle: 1, short: 1 }

/** One screen without a sum of this many is walked. As many seeds in a row walk all screens. */
const SHARES = { full: 1, middle: 4, short: 32 }

/** Screens of balances, margins and holds. Others show booked amounts with all digits. */
const BALANCES = /^\/pages\/(assets|contract|trade)\/index$/

interface Tally {
  views: number
  amounts: number
  sums: Map<string, number>
  faults: string[]
}

/** Walks the screens of `runs` accounts. Fails also if a relation was never compared. */
export async function prove({ seed, runs: accounts, length, log }: ProofOptions): Promise<ProofResult> {
  buildApp()
  const server = await startSandbox()
  const browser = await chromium.launch(launch)
  const request = await caller(server.origin)
  const tally: Tally = { views: 0, amounts: 0, sums: new Map(), faults: [] }
  try {
    for (let account = 0; account < accounts; account++) {
      await walkAccount({
        browser,
        request,
        origin: server.origin,
        seed: seed + account,
        share: SHARES[length],
        tally,
      })
      log(`account ${account + 1} of ${accounts}: ${tally.amounts} amounts, ${tally.faults.length} faults`)
    }
  } finally {
    await request.dispose()
    await browser.close()
    await server.stop()
  }
  for (const fault of tally.faults) log(fault)
  const missing = RELATIONS.filter((relation) => !tally.sums.has(`${relation.route} ${nameOf(relation)}`))
  for (const relation of missing) log(`${relation.route}: ${nameOf(relation)} was never compared`)
  const { views, amounts, faults } = tally
  const sums = [...tally.sums.values()].reduce((a, b) => a + b, 0)
  return { ok: faults.length === 0 && missing.length === 0, figures: { views, amounts, sums, faults: faults.length } }
}

interface Walk {
  browser: Browser
  request: APIRequestContext
  origin: string
  seed: number
  share: number
  tally: Tally
}

async function walkAccount({ browser, request, origin, seed, share, tally }: Walk): Promise<void> {
  const { token } = await registerUser(request)
  const all = (await stops(request, token, 'demo')).filter(
    ({ route }, index) => hasSum(route) || index % share === seed % share,
  )
  const records = await fillAccount(request, token, createRandom(seed))
  const context = await browser.newContext({ ...phone, baseURL: origin })
  context.setDefaultTimeout(WAIT_MS)
  try {
    await saveData(context)
    const page = await context.newPage()
    // The TypeScript loader marks named functions with a helper, which the page lacks.
    await page.addInitScript('globalThis.__name = (value) => value')
    await storeSettings(page, { token, lang: 'en' })
    await tour(page, [...all, ...records], async ({ route }) => {
      if (hasSum(route)) await unfold(page)
      const firstSide = await shownOn(page)
      check({ route, where: route, firstSide }, firstSide, tally)
      await openAll(page, 100, async (name) =>
        check({ route, where: `${route}, ${name}`, firstSide }, await shownOn(page), tally),
      )
    })
  } finally {
    await context.close()
  }
}

/** Opens what is folded, and waits until its content is visible, which takes a transition: parts of a sum may be there. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('main:visible details:not([open]) > summary')
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
  for (const content of await page.locator('main:visible details[open] > :not(summary)').all()) await content.waitFor()
}

const hasSum = (of: string): boolean => RELATIONS.some(({ route }) => route === of)

const textOf = createTextOf('en')

interface View {
  route: string
  where: string
  firstSide: readonly Shown[]
}

function check({ route, where, firstSide }: View, shown: readonly Shown[], tally: Tally): void {
  tally.views += 1
  tally.amounts += shown.length
  const { compared, broken } = compareSums(route, shown, { textOf, firstSide })
  for (const total of compared) tally.sums.set(`${route} ${total}`, (tally.sums.get(`${route} ${total}`) ?? 0) + 1)
  const holdings = route === '/pages/assets/index' ? compareHoldings(shown, textOf) : null
  for (const { total, shown: whole, parts } of holdings ? [...broken, holdings] : broken)
    tally.faults.push(`${where}: ${total} is ${whole}, its parts are ${parts.join(' + ')}`)
  if (!BALANCES.test(route)) return
  for (const { label, value, decimals } of shown)
    if (decimals !== 2) tally.faults.push(`${where}: ${label} ${value} has ${decimals} decimals`)
}
