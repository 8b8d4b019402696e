import { expect as base, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { WAIT_MS } from '../../../e2e/kit/browser.ts'
import { choosePicture } from '../../../e2e/kit/flows/deposit.ts'
import { goto, main, settled } from '../../../e2e/kit/screen.ts'
import { waitForTapGuard } from '../../../e2e/kit/tapGuard.ts'
import type { TextOf } from '../../../e2e/kit/texts.ts'

const expect = base.configure({ timeout: WAIT_MS })

/** A user in the app, and beside it. */
export interface Stage {
  page: Page
  request: APIRequestContext
  token: string
  lang: string
  t: TextOf
}

/** Goes to a screen. */
export const go = ({ page }: Stage, address: string): Promise<void> => goto(page, address)

/** A name that begins with a text, in which an ellipsis matches anything. */
export const beginsWith = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.+')}`)

/** Enters an amount into a field; the language's own decimal mark. */
export async function enter({ page, lang, t }: Stage, key: string, amount: string, within?: Locator): Promise<void> {
  const mark = (1.5).toLocaleString(lang === 'ar' ? 'ar-u-nu-latn' : lang).charAt(1)
  await (within ?? main(page)).getByRole('textbox', { name: t(key), exact: true }).fill(amount.replace('.', mark))
  await page.getByRole('button', { name: t('keypad.done'), exact: true }).click()
}

/** Waits until the screen is complete. While a sheet is open, its opener is busy. */
const ready = async (page: Page, within: Locator | undefined): Promise<void> => {
  if (!within) await settled(page)
  await waitForTapGuard(page)
}

/** Presses a button of the screen, the first of that name. */
export async function press({ page }: Stage, name: string | RegExp, within?: Locator): Promise<void> {
  await ready(page, within)
  const exact = typeof name === 'string'
  await (within ?? main(page)).getByRole('button', { name, exact }).first().click()
}

/** Presses the button that sends the form. */
export async function submit({ page }: Stage, within?: Locator): Promise<void> {
  await ready(page, within)
  await (within ?? main(page)).locator('form button[type="submit"]').first().click()
}

/** Chooses a segment of the screen. */
export async function choose({ page }: Stage, name: string, within?: Locator): Promise<void> {
  await ready(page, within)
  await (within ?? main(page))
    .getByRole('radio', { name, exact: true })
    .first()
    .evaluate((radio: HTMLElement) => radio.click())
  await ready(page, within)
}

/** Adds a picture with the button of that key. */
export const addPicture = ({ page, t }: Stage, key: string): Promise<void> => choosePicture(page, t(key))

/** The open sheet. */
export async function sheetOf({ page }: Stage): Promise<Locator> {
  const sheet = page.getByRole('dialog')
  await expect(sheet).toHaveCount(1)
  return sheet
}
