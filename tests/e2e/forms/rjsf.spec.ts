import type { Locator, Page } from '@playwright/test'
import type { ViteDevServer } from 'vite'
import { samples } from '../../support/playground.ts'
import { LONG } from '../kit/long.ts'
import { freePort } from '../kit/net/ports.ts'
import { servePlayground } from '../kit/playground/server.ts'
import {
  control,
  expectErrors,
  expectSent,
  expectSound,
  send,
  sent,
  show,
  take,
  text,
} from '../kit/playground/steps.ts'
import { expect, test as base } from '../kit/test.ts'

/** A page with one form only, and a test that fails on any message of that page. */
const test = base.extend<{ said: string[] }>({
  said: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (!/^\[vite\]|React DevTools/.test(message.text())) said.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => said.push(`uncaught: ${error.stack ?? error.message}`))
      await use(said)
      expect(said, 'messages on the console').toEqual([])
    },
    { auto: true },
  ],
})

// One server for all tests, in the worker of other files: fixtures of a worker would start another browser.
test.describe.configure({ mode: 'default' })
let playground: ViteDevServer
let origin = ''
test.beforeAll(async ({ browser }, { parallelIndex }) => {
  const port = freePort()
  playground = await servePlayground(port, parallelIndex)
  origin = `http://127.0.0.1:${port}`
  // The first visit makes the server prepare its modules.
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForSelector('[data-ready]', { state: 'attached' })
  await page.close()
})
test.afterAll(() => playground?.close())

const accepted = [...samples].filter(([, { refused }]) => refused === undefined)

for (const [name, sample] of accepted) {
  test(`${name}: is drawn, filled in and sent`, LONG, async ({ page }) => {
    await show(page, origin, name)
    await expectSound(page)
    for (const step of sample.fill ?? []) await test.step(JSON.stringify(step), () => take(page, step))
    await expectSound(page)
    await send(page)
    if (sample.answer) {
      await expectErrors(page, sample.answer.errors)
      // The form ignores a second press for a moment.
      await expect.poll(async () => (await send(page), (await sent(page)).length), { intervals: [600] }).toBe(2)
    }
    await expectErrors(page, [])
    await expectSent(page, sample.sends)
  })

  for (const [index, { steps, errors }] of (sample.wrong ?? []).entries()) {
    test(`${name}: shows mistakes at their fields (${index + 1})`, LONG, async ({ page }) => {
      await show(page, origin, name)
      for (const step of steps) await test.step(JSON.stringify(step), () => take(page, step))
      await send(page)
      await expectErrors(page, errors)
      expect(await sent(page)).toEqual([])
      await expectSound(page)
    })
  }
}

test('every sample is sound in the light theme, from right to left', LONG, async ({ page }) => {
  for (const [name] of accepted) {
    await test.step(name, async () => {
      await show(page, origin, name, { theme: 'light', lang: 'ar' })
      await expectSound(page)
    })
  }
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

const values = (page: Page, label: string): Promise<string[]> =>
  page
    .getByLabel(label, { exact: false })
    .filter({ visible: true })
    .evaluateAll((inputs) => inputs.flatMap((input) => (input instanceof HTMLInputElement ? [input.value] : [])))

test('a list is filled by keyboard alone, and the focus stays with the user', LONG, async ({ page }) => {
  await show(page, origin, 'arrays')
  const list = page.getByRole('group', { name: 'Names' })
  const tool = async (key: string, item: number) =>
    list.getByRole('button', { name: await text(page, key), exact: true }).nth(item)
  await tabTo(page, await tool('form.library.AddItemButton', 0))
  await page.keyboard.press('Enter')
  await expect(control(page, 'Name')).toBeFocused()
  await page.keyboard.type('Ann')
  await tabTo(page, await tool('form.library.AddItemButton', 0))
  await page.keyboard.press('Space')
  await expect(control(page, 'Name', { nth: 1 })).toBeFocused()
  await page.keyboard.type('Bob')
  await tabTo(page, await tool('form.library.MoveUpButton', 1))
  await page.keyboard.press('Enter')
  await expect.poll(() => values(page, 'Name')).toEqual(['Bob', 'Ann'])
  // The first item can only be moved down.
  await expect(await tool('form.library.MoveDownButton', 0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => values(page, 'Name')).toEqual(['Ann', 'Bob'])
  await expect(await tool('form.library.MoveUpButton', 1)).toBeFocused()
  await tabTo(page, await tool('form.library.RemoveButton', 1))
  await page.keyboard.press('Enter')
  await expect.poll(() => values(page, 'Name')).toEqual(['Ann'])
  await expect(await tool('form.library.RemoveButton', 0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => values(page, 'Name')).toEqual([])
  await expect(await tool('form.library.AddItemButton', 0)).toBeFocused()
})

test('an item is copied by keyboard alone, with its typed values', LONG, async ({ page }) => {
  await show(page, origin, 'custom-array')
  await tabTo(page, control(page, 'Symbol'))
  await page.keyboard.type('BTC')
  await tabTo(page, page.getByRole('button', { name: await text(page, 'form.library.CopyButton'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(control(page, 'Symbol', { nth: 1 })).toBeFocused()
  await expect.poll(() => values(page, 'Symbol')).toEqual(['BTC', 'BTC'])
  await page.keyboard.type('2')
  await expect.poll(() => values(page, 'Symbol')).toEqual(['BTC', 'BTC2'])
})

test('an alternative is chosen by keyboard alone, and common fields stay', LONG, async ({ page }) => {
  await show(page, origin, 'any-of')
  await tabTo(page, control(page, 'Note'))
  await page.keyboard.type('call late')
  const choice = control(page, 'Contact')
  await page.keyboard.down('Shift')
  await tabTo(page, choice)
  await page.keyboard.up('Shift')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, page.getByRole('dialog').getByRole('radio', { name: 'By e-mail' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'By telephone' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(choice).toBeFocused()
  await expect(control(page, 'Telephone')).toBeVisible()
  await expect(control(page, 'Note')).toHaveValue('call late')
  await tabTo(page, control(page, 'Telephone'))
  await page.keyboard.type('7911123456')
  await page.keyboard.down('Shift')
  await tabTo(page, choice)
  await page.keyboard.up('Shift')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('radio', { name: 'By telephone' }))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(control(page, 'E-mail')).toBeVisible()
  await expect(control(page, 'Note')).toHaveValue('call late')
  await expect(page.getByText('Telephone', { exact: true })).toHaveCount(0)
})

test('a condition follows each keystroke, and the focus stays in the field', async ({ page }) => {
  await show(page, origin, 'if-then-else')
  await control(page, 'How many').click()
  await page.keyboard.type('1')
  await expect(control(page, 'Nickname')).toBeVisible()
  await page.keyboard.type('2')
  await expect(control(page, 'Permit')).toBeVisible()
  await expect(control(page, 'Nickname')).toHaveCount(0)
  await expect(control(page, 'How many')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(control(page, 'Nickname')).toBeVisible()
  await expect(control(page, 'How many')).toHaveValue('1')
})

test('a press that leaves an invalid field is not lost to the error that appears', LONG, async ({ page }) => {
  await show(page, origin, 'validation')
  await take(page, { field: 'E-mail', type: 'ann' })
  await control(page, 'I accept the terms').click()
  await expectErrors(page, [{ field: 'E-mail', error: 'form.email' }])
  await expect(control(page, 'I accept the terms')).toBeChecked()
})
