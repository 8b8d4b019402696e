import { chromium, expect as base, type APIRequestContext, type Browser, type Page, type Route } from '@playwright/test'
import { asMoney } from '../../../../src/engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../src/engine/language/values/time.ts'
import { createFormatter } from '../../../../src/engine/language/values/formatter.ts'
import type { Money } from '../../../../src/engine/language/values/units.ts'
import type { Receipt } from '../../../../src/generated/entities.ts'
import { satisfyGuards } from '../../../e2e/kit/accessRules.ts'
import { launch, phone, WAIT_MS } from '../../../e2e/kit/browser.ts'
import { caller } from '../../../e2e/kit/net/caller.ts'
import { PAY_PASSWORD } from '../../../e2e/kit/flows/withdraw.ts'
import { activate, fund } from '../../../e2e/kit/flows/seconds.ts'
import { startSandbox } from '../../../e2e/kit/net/server.ts'
import { waitForTapGuard } from '../../../e2e/kit/tapGuard.ts'
import { saveData } from '../../../e2e/kit/test.ts'
import { createTextOf } from '../../../e2e/kit/texts.ts'
import { advance } from '../../../e2e/kit/time.ts'
import { PASSWORD, registerUser, storeSettings } from '../../../e2e/kit/flows/user.ts'
import { MUTANTS, shownFaults, type Rendered } from './confirmed.ts'
import { DRIVES, type Drive, type DriveRecord } from './drives.ts'
import { ONE_TAP } from './oneTap.ts'
import { LABELS, PROMISED, SEPARATOR, valueAt, type Fields, type Json } from './labels.ts'
import { go, type Stage } from './stage.ts'

const expect = base.configure({ timeout: WAIT_MS })

export interface RenderedTally {
  /** Confirmations read, by name. */
  confirmations: Map<string, number>
  /** Figures compared. */
  figures: number
  mutants: Map<string, number>
  faults: string[]
}

type Log = (line: string) => void

/** A confirmation in a language. */
export interface Wish {
  name: string
  lang: string
}

/** Opens the confirmations of the app, agrees to them, and compares what they showed with the receipts. */
export async function compareRendered(
  wishes: readonly Wish[],
  { database, tally, log }: { database?: string | undefined; tally: RenderedTally; log: Log },
): Promise<void> {
  const server = await startSandbox(database === undefined ? {} : { DATABASE_URL: database })
  const browser = await chromium.launch(launch)
  const request = await caller(server.origin)
  try {
    for (const wish of wishes) await compareOne({ browser, request, origin: server.origin }, wish, tally, log)
  } finally {
    await request.dispose()
    await browser.close()
    await server.stop()
  }
}

/** Everything that is read: confirmations, and the figures of orders that are sent without one. */
export const CONFIRMED: Readonly<Record<string, Drive>> = { ...DRIVES, ...ONE_TAP }

interface App {
  browser: Browser
  request: APIRequestContext
  origin: string
}

async function compareOne(app: App, { name, lang }: Wish, tally: RenderedTally, log: Log): Promise<void> {
  const note = (fault: string) => tally.faults.push(`${name}, ${lang}: ${fault}`)
  const drive = CONFIRMED[name]
  if (!drive) throw new Error(`There is no confirmation called ${name}`)
  let rendered: Rendered
  try {
    rendered = await render(app, lang, drive)
  } catch (error) {
    return void note(error instanceof Error ? error.message : String(error))
  }
  for (const fault of shownFaults(rendered)) note(fault)
  for (const [mutant, mutate] of Object.entries(MUTANTS)) {
    const mutated = mutate(rendered)
    if (!mutated) continue
    tally.mutants.set(mutant, (tally.mutants.get(mutant) ?? 0) + 1)
    if (shownFaults(mutated).length === 0) note(`not found: ${mutant}`)
  }
  tally.confirmations.set(name, (tally.confirmations.get(name) ?? 0) + 1)
  const figures = rendered.figures.length + rendered.terms.length
  tally.figures += figures
  log(`${name}, ${lang}: ${figures} figures`)
}

/** The confirmation of a drive: read when its button is pressed, after the price has moved; with what came of it. */
async function render({ browser, request, origin }: App, lang: string, drive: Drive): Promise<Rendered> {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const symbol = drive.symbol ?? 'BTCUSDT'
  // Earlier confirmations have advanced the time, as to a weekend.
  await untilOpen(request, symbol)
  for (const product of ['spot', 'seconds', 'leveraged'] as const)
    await activate(request, token, symbol, product as 'spot')
  if (/^(lever|microtrade)\//.test(drive.call)) await fund(request, token)
  const context = await browser.newContext({ ...phone, baseURL: origin })
  context.setDefaultTimeout(WAIT_MS)
  try {
    await saveData(context)
    const page = await context.newPage()
    // The TypeScript loader marks named functions with a helper, which the page lacks.
    await page.addInitScript('globalThis.__name = (value) => value')
    await storeSettings(page, { token, lang })
    const stage: Stage = { page, request, token, lang, t: createTextOf(lang) }
    await drive.open(stage)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toHaveCount(drive.beforePress ? 0 : 1)
    if (drive.symbol !== undefined) await untilMoved(request, drive.symbol)
    await waitForTapGuard(page)
    const answered = exchangeOf(page, drive.call)
    await drive.beforePress?.(stage)
    const form = (await page.getByRole('dialog').count()) > 0 ? 'dialog[open] form' : 'main form'
    const rows = await page.evaluate(readAndAgree, drive.beforePress ? form : 'dialog[open][role="alertdialog"]')
    await prove(stage)
    const { payload, reply } = await answered
    const { type, code, data } = reply
    if (type !== 'ok') throw new Error(`${drive.call} is refused: ${code}`)
    await drive.after?.(stage)
    const records = drive.records?.(data) ?? [await recordOf(stage, drive, data)]
    const receipts = (await Promise.all(records.map(({ kind, id }) => receiptsOf(stage, kind, id)))).flat()
    if (records.length > 0 && !receipts.some(({ call }) => call === drive.call))
      throw new Error(`${drive.call} has no receipt`)
    const printed = await readReceipts(stage, receipts)
    const read = reader(lang)
    return {
      call: drive.call,
      rows: rows.flatMap(partsOf).map(({ label, text }) => ({ label, text, value: read(text) })),
      due: dueOf(drive.call, payload, stage),
      formatTime: createFormatter(lang, () => '', 'UTC').dateTime,
      figures: (PROMISED.get(drive.call) ?? []).flatMap(({ figure: promised, path }) => {
        if (promised === 'due') return []
        const sent = valueAt(payload, path)
        const labels = labelsOf(drive, promised, stage)
        const isConditional = drive.conditional?.includes(promised) === true
        const least = drive.least?.[promised]
        const bound = least === undefined ? {} : { least: least === null ? null : amountAt(payload, least) }
        return sent === null
          ? []
          : [{ ...figureOf(promised, drive), sent: asMoney(sent), labels, isConditional, ...bound }]
      }),
      terms: Object.entries(drive.terms ?? {}).map(([name, keys]) => {
        const [sent, stored] = [amountAt(payload, name), amountAt(data, name)]
        return { name, sent: name in payload ? sent : stored, stored, labels: keys.map((key) => stage.t(key)) }
      }),
      receipts,
      printed: printed.map(({ label, text }) => ({ label, text, value: read(text) })),
      nameOf: (figure) => stage.t(`receipt.figure.${figure}`),
    }
  } finally {
    await context.close()
  }
}

/** The labels under which a confirmation may show a figure: rounded, and exact behind the details. */
const labelsOf = ({ call, labels }: Pick<Drive, 'call' | 'labels'>, figure: string, { t }: Stage): string[] =>
  (labels?.[figure] ?? LABELS.get(call)?.get(figure) ?? []).flatMap((key) => [
    t(key),
    t('lever.exact', { name: t(key) }),
  ])

/** A promised figure, and the kind of the receipts that have it: `kind.figure`, else that of the drive. */
function figureOf(promised: string, { kind }: Drive): Pick<Rendered['figures'][number], 'figure' | 'kind'> {
  const [figure = '', of] = promised.split('.').toReversed()
  return { figure, kind: of === undefined ? (kind === 'posting' ? null : kind) : (of as Receipt['kind']) }
}

const amountAt = (fields: Json, name: string): Money | null => {
  const value = valueAt(fields, [name])
  return value === null ? null : asMoney(value)
}

/** The end of a term that the app sent as promised; null where the call has none. */
function dueOf(call: Drive['call'], payload: Exchange['payload'], stage: Stage): Rendered['due'] {
  const name = PROMISED.get(call)?.find(({ figure }) => figure === 'due')?.path[0]
  if (name === undefined) return null
  const sent = payload[name]
  return { sent: typeof sent === 'number' ? asUnixSeconds(sent) : null, labels: labelsOf({ call }, 'due', stage) }
}

interface Labelled {
  label: string
  text: string
}

/** The labelled amounts of a row: its own, and those with a label behind a separator. A bound after a label is left out. */
function partsOf({ label, text }: Labelled): Labelled[] {
  const [first = '', ...others] = text.split(SEPARATOR)
  return [
    { label: label.replace(/ [≤≥].*$/, ''), text: first },
    ...others.flatMap((part) => {
      const [, name, amount] = /^(\D+?)\s+(\d.*)$/.exec(plainOf(part)) ?? []
      return name === undefined || amount === undefined ? [] : [{ label: name, text: amount }]
    }),
  ]
}

/** Runs in the page: the values with a label inside the elements of a selector. */
function readLabelled(selector: string): Labelled[] {
  const textOf = (element: Element | null): string => (element?.textContent ?? '').trim()
  return [...document.querySelectorAll(`${selector} dt`)].map((term) => ({
    label: textOf(term),
    text: textOf(term.nextElementSibling),
  }))
}

/** Runs in the page: reads the confirmation, and presses its last button in the same task. */
function readAndAgree(selector: string): Labelled[] {
  const textOf = (element: Element | null | undefined): string => (element?.textContent ?? '').trim()
  // A list of labelled values, and a label beside a value in a row.
  const labels = [...document.querySelectorAll(`${selector} dt, ${selector} :first-child:nth-last-child(2)`)]
  const rows = labels.map((label) => ({ label: textOf(label), text: textOf(label.nextElementSibling) }))
  ;[...document.querySelectorAll<HTMLElement>(`${selector} button`)].at(-1)?.click()
  return rows
}

interface Exchange {
  payload: Fields
  reply: { type: string; code: string; data: Fields }
}

/** The next request of a call and its reply; a screen that is left meanwhile would take the reply with it. */
async function exchangeOf(page: Page, call: string): Promise<Exchange> {
  return await new Promise((resolve, reject) => {
    const pass = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      resolve({ payload: route.request().postDataJSON(), reply: await response.json() })
      await route.fulfill({ response })
    }
    page.route(`**/api/${call}`, pass, { times: 1 }).catch(reject)
  })
}

/** Answers what is asked for after the confirmation: the login password, the payment password. */
async function prove({ page, t }: Stage): Promise<void> {
  const identity = page.getByRole('dialog', { name: t('shell.stepUpTitle') })
  const password = page.getByLabel(t('shell.payPasswordLabel'))
  const isAsked = async () => (await identity.count()) + (await password.count()) > 0
  const isGone = async () => (await page.getByRole('alertdialog').count()) === 0
  await expect.poll(async () => (await isAsked()) || (await isGone())).toBe(true)
  // A sheet follows its confirmation within moments, or not at all.
  if (!(await isAsked())) await page.waitForTimeout(500)
  if ((await identity.count()) > 0) {
    await identity.getByLabel(t('field.loginPassword')).fill(PASSWORD)
    await identity.getByRole('button', { name: t('shell.stepUpConfirm') }).click()
    await password.waitFor()
  }
  if ((await password.count()) > 0) await password.fill(PAY_PASSWORD)
}

/** The labelled values of the screens of the records' receipts. */
async function readReceipts(stage: Stage, receipts: readonly Receipt[]): Promise<Labelled[]> {
  const addresses = receipts.map(({ kind, record }) => `/pages/receipt/index?kind=${kind}&id=${record}`)
  const all: Labelled[] = []
  for (const address of new Set(addresses)) all.push(...(await readReceipt(stage, address)))
  return all
}

async function readReceipt(stage: Stage, address: string): Promise<Labelled[]> {
  await go(stage, address)
  // The screen before it may have labelled values too.
  const screen = stage.page
    .locator('main:visible')
    .filter({ has: stage.page.getByRole('heading', { level: 1, name: stage.t('receipt.title') }) })
  await expect(screen.locator('dt').first()).toBeVisible()
  return await stage.page.evaluate(readLabelled, 'main')
}

/** A text without marks of direction, with plain spaces. */
const plainOf = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')

/** Reads an amount as a language prints it; null for any other text. */
function reader(lang: string): (text: string) => Money | null {
  const { parseNumber } = createFormatter(lang, () => '', 'UTC')
  return (text) => {
    const plain = plainOf(text)
    const amount = /^(?:≈\s)?([+−-]?\s?[\d.,٫٬]+)(?: ?[A-Z]{3,5}| ?%)?$/.exec(plain.trim())?.[1]
    const number = amount === undefined ? null : parseNumber(amount.replace(/\s/, '').replace('−', '-'))
    return number === null ? null : asMoney(number)
  }
}

async function ask<Data>({ request, token }: Stage, call: string, fields: Record<string, string>): Promise<Data> {
  const query = new URLSearchParams({ lang: 'en', ...fields })
  const reply = await request.get(`/api/${call}?${query}`, { headers: { authorization: token } })
  return ((await reply.json()) as { data: Data }).data
}

/** The record of a reply, or the posting that it has made. */
const recordOf = async (stage: Stage, { kind }: Drive, { id }: Fields): Promise<DriveRecord> => ({
  kind,
  id: kind === 'posting' ? await lastPosting(stage) : String(id),
})

const receiptsOf = async (stage: Stage, kind: string, id: string): Promise<Receipt[]> =>
  (await ask<{ rows: Receipt[] }>(stage, 'receipt/list', { kind, id })).rows

async function lastPosting(stage: Stage): Promise<string> {
  const { mode } = await ask<{ mode: string }>(stage, 'user/info', {})
  const { rows } = await ask<{ rows: { reference: string }[] }>(stage, 'wallet/statement', { mode })
  return rows[0]?.reference ?? ''
}

interface Market {
  open: boolean
  quote: { last: string; seq: number }
}

async function marketOf(request: APIRequestContext, symbol: string): Promise<Market> {
  const reply = await request.get('/api/currency/quotation_new?lang=en')
  const { data } = (await reply.json()) as { data: { rows: (Market & { symbol: string })[] } }
  const row = data.rows.find((row) => row.symbol === symbol)
  if (!row) throw new Error(`${symbol} is not traded`)
  return row
}

/** Waits for another price: the confirmation stays open meanwhile. */
async function untilMoved(request: APIRequestContext, symbol: string): Promise<void> {
  const { last } = (await marketOf(request, symbol)).quote
  await expect.poll(async () => (await marketOf(request, symbol)).quote.last).not.toBe(last)
}

/** Advances the clock of the sandbox to the opening of a market. */
async function untilOpen(request: APIRequestContext, symbol: string): Promise<void> {
  for (let hours = 0; hours < 100; hours++) {
    if ((await marketOf(request, symbol)).open) return
    await advance(request, 3600)
  }
  throw new Error(`${symbol} does not open`)
}
