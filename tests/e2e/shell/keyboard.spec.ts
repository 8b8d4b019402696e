import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { goto } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import * as transfer from '../kit/flows/transfer.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { createTextOf } from '../kit/texts.ts'

interface Stop {
  name: string
  tab: boolean
  x: number
  /** The focus ring is drawn around the element or its container. */
  ring: boolean
  within: boolean
}

/** The focused element; null for the page itself. */
const focused = (page: Page): Promise<Stop | null> =>
  page.evaluate(async () => {
    // Styles change within a frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    const at = document.activeElement
    if (!at || at === document.body) return null
    const box = at.getBoundingClientRect()
    let ring = false
    for (let one: Element | null = at, up = 0; one && up < 4 && !ring; one = one.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      // A focused field has a gold frame instead of an outline.
      ring =
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
        (one.matches(':focus-within') && boxShadow.includes('1.5px inset'))
    }
    return {
      name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40),
      tab: at.closest('nav') !== null,
      x: box.x + box.width / 2,
      ring,
      within: at.closest('dialog') !== null,
    }
  })

/** Every stop of the Tab key, from the top of the page to its end. */
async function stops(page: Page): Promise<Stop[]> {
  const all: Stop[] = []
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (!at) break
    all.push(at)
  }
  return all
}

for (const [lang, theme, way] of [
  ['en', 'light', 1],
  ['ar', 'dark', -1],
] as const) {
  const t = createTextOf(lang)

  test(
    `${lang}, ${theme}: the Tab key reaches everything in reading order, with visible focus`,
    LONG,
    async ({ page, request }) => {
      const { token } = await registerUser(request)
      await storeSettings(page, { token, lang, theme })
      for (const route of ['/pages/index/index', '/pages/market/index', '/pages/assets/index']) {
        await goto(page, route)
        await page.reload()
        await goto(page, route)
        const all = await stops(page)
        expect(all.length, route).toBeGreaterThan(15)
        expect(all[0]?.name).toBe(t('shell.skip'))
        expect(
          all.filter(({ ring }) => !ring),
          `${route}: without a ring`,
        ).toEqual([])
        const tabs = all.filter(({ tab }) => tab)
        expect(tabs.map(({ name }) => name)).toEqual(
          ['home', 'market', 'trade', 'contract', 'assets'].map((tab) => t(`tab.${tab}`)),
        )
        expect(tabs.map(({ x }) => x * way)).toEqual(tabs.map(({ x }) => x * way).toSorted((a, b) => a - b))
      }
    },
  )
}

test('a tab is opened with Enter, and the focus goes along to its page', LONG, async ({ page, request }) => {
  const t = createTextOf('en')
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/index/index')
  await page.getByRole('button', { name: t('tab.assets'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/pages\/assets\/index/)
  await expect(page.locator('main:visible')).toBeFocused()
})

test('a sheet contains the focus until it is closed, and then restores it', async ({ page, request }) => {
  const t = createTextOf('en')
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/assets/topupOrder')
  const opener = page.getByRole('button', { name: t('deposit.anyCurrency') })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  let inside = 0
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    // Between the last and the first stop the focus moves to the browser's own bar.
    if (at) expect(at.within, at.name).toBe(true)
    if (at?.within) inside += 1
  }
  expect(inside).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a form gets the focus back when its confirmation is declined', LONG, async ({ page, request }) => {
  await transfer.open(page, request)
  await transfer.type(page, '12.5')
  const submit = transfer.submit(page)
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(submit).toBeFocused()
})
