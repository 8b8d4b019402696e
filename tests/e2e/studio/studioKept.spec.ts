import type { Page } from '@playwright/test'
import { PAGE_RULES, runAxe } from '../kit/axe.ts'
import { LONG } from '../kit/long.ts'
import {
  editorOf,
  enterStudio,
  askStudio,
  frameOf,
  newChangeSet,
  nodesOf,
  openScreen,
  openView,
  problemsOf,
  studioForFile,
} from '../kit/flows/studio.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'

const place = studioForFile()

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the catalogue' })
const sound = (page: Page) => expect(problemsOf(page)).toContainText('The catalogue is sound.')

test('text typed into the preview stays over another language, theme and size', LONG, async ({ page }) => {
  await enterStudio(page, place().origin, 'Hypatia', 'hidden')
  await openScreen(page, 'assets/transfer')
  const amount = frameOf(page).locator('input[name="amount"]')
  await expect(amount).toBeVisible()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await amount.click()
  for (const digit of ['1', '5', '0', '0'])
    await frameOf(page).getByRole('button', { name: digit, exact: true }).last().click()
  await expect(amount).toHaveValue(/^1[.,]?500$/)
  const phone = page.locator('iframe[title="Preview of the draft"]').locator('../..')
  expect(await phone.evaluate((element) => element.scrollTop)).toBe(0)

  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  await expect(frameOf(page).locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(amount).toHaveValue(/^1[.,]?500$/)
  await page.getByLabel('Theme of the app').selectOption('light')
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByLabel('Size of the screen').selectOption('320')
  await expect(amount).toHaveValue(/^1[.,]?500$/)

  await page.getByRole('button', { name: 'Compare four frames' }).click()
  const german = page.frameLocator('iframe[title="390 px, German, dark"]')
  await expect(german.locator('input[name="amount"]')).toHaveValue(/^1[.,\s]?500$/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Load again, without what was typed' }).click()
  await expect(amount).toHaveValue('')
})

test(
  'the preview says that the server cannot be reached, and shows the draft when it can',
  LONG,
  async ({ page, pageErrors }) => {
    await enterStudio(page, place().origin, 'Katherine', 'hidden')
    const draft = '**/studio/api/**/preview'
    await page.route(draft, (route) => route.abort())
    await openScreen(page, 'user/about')
    await expect(page.getByText('It cannot be shown yet. The server cannot be reached.')).toBeVisible()
    await page.unroute(draft)
    await expect(frameOf(page).getByRole('heading', { name: 'About' })).toBeVisible()
    allowConsoleErrors(pageErrors)
  },
)

test('undo, the keyboard and a broken document over a reload', LONG, async ({ page }) => {
  await enterStudio(page, place().origin, 'Emmy')
  await newChangeSet(page)
  await search(page).fill('user/about')
  await openScreen(page, 'user/about')
  await sound(page)

  await test.step('F6 leads from part to part, and Home and End through the outline', async () => {
    await search(page).focus()
    await page.keyboard.press('F6')
    await expect(nodesOf(page).first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(nodesOf(page).last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(nodesOf(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('F6')
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Shift+F6')
    await expect(nodesOf(page).first()).toBeFocused()
  })

  await test.step('a key of the outline opens the palette, and Escape leads back', async () => {
    await page.keyboard.press('a')
    await expect(page.getByRole('searchbox', { name: 'Search the widgets' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(nodesOf(page).first()).toBeFocused()
  })

  await test.step('a broken document offers its last sound version, also after a reload', async () => {
    await editorOf(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Delete')
    const properties = page.getByRole('complementary', { name: 'Properties' })
    await expect(properties).toContainText('is broken')
    await expect(page.getByText('All changes are saved')).toBeVisible()
    await page.reload()
    await search(page).fill('user/about')
    await openScreen(page, 'user/about')
    await expect(page.getByRole('button', { name: /^Undo: / })).toBeEnabled()
    await properties.getByRole('button', { name: 'Back to the last sound version' }).click()
    await sound(page)
    await page.getByRole('button', { name: /^Undo: Back to/ }).click()
    await page.getByRole('button', { name: /^Undo: Edit the JSON/ }).click()
    await sound(page)
  })
})

test('a screen is linked to, and deleted after a question', LONG, async ({ page }) => {
  await enterStudio(page, place().origin, 'Sofia', 'hidden')
  await newChangeSet(page)
  await page.getByRole('button', { name: 'New screen, part or form' }).click()
  const dialog = page.getByRole('dialog', { name: 'New screen, part or form' })
  await dialog.getByLabel(/^Title/).fill('About')
  await dialog.getByLabel('Nothing yet').check()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByLabel('Folder').selectOption('assets')
  await dialog.getByLabel(/^Name/).fill('presents')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(problemsOf(page)).toContainText('Nothing leads to')

  await problemsOf(page).getByRole('button', { name: 'Put a link to it …' }).click()
  const link = page.getByRole('dialog', { name: /^A link to/ })
  await link.getByLabel('On which screen').selectOption('screens/user/about.json')
  await link.getByRole('button', { name: 'Put the link' }).click()
  await expect(nodesOf(page).filter({ hasText: /^Button/ })).toHaveCount(1)
  await sound(page)

  await search(page).fill('assets/presents')
  await page.getByRole('button', { name: 'Commands of assets/presents', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: /^Delete / })
  await expect(question).toContainText('1 other file')
  await question.getByRole('button', { name: 'Delete it' }).click()
  await expect(problemsOf(page)).toContainText('/pages/assets/presents')
  await page.getByRole('status').filter({ hasText: 'Deleted:' }).getByRole('button', { name: 'Undo' }).click()
  await sound(page)
})

for (const theme of ['dark', 'light'])
  test(`dialogs have no violation of accessibility in the ${theme} theme`, LONG, async ({ page }) => {
    await page.addInitScript((name) => {
      if (location.protocol.startsWith('http')) localStorage.setItem('placard.studio.theme', name)
    }, theme)
    await enterStudio(page, place().origin, `Ida ${theme}`, 'hidden')
    await newChangeSet(page)
    const found: string[] = []
    const check = async (name: string, within: string, without: readonly string[] = []): Promise<void> => {
      const { violations } = await runAxe(page, { within, without })
      found.push(...violations.map(({ id, nodes: at }) => `${name}: ${id} ${String(at[0]?.html).slice(0, 200)}`))
    }
    /** Opens a dialog, checks it, and closes it. */
    const dialog = async (name: string, opens: () => Promise<void>): Promise<void> => {
      await opens()
      await expect(page.locator('dialog[open]').last()).toBeVisible()
      await check(name, 'dialog[open]')
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog[open]')).toHaveCount(0)
    }
    const press = (name: string | RegExp) => () =>
      page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click()

    await dialog('new screen', press('New screen, part or form'))
    await openScreen(page, 'assets/withdraw')
    await sound(page)
    const properties = page.getByRole('complementary', { name: 'Properties' })
    await check('data of a screen', '#studio')
    await nodesOf(page).filter({ hasText: /^Form/ }).first().click()
    await properties.getByRole('list', { name: 'Steps of submit', exact: true }).getByRole('button').first().click()
    await check('steps', 'aside[aria-label="Properties"]')
    await dialog('a step', press('Add a step to submit'))
    await dialog('palette with slots', press('Add a widget'))
    await press('Add a widget')()
    await page.getByRole('searchbox', { name: 'Search the widgets' }).fill('amount')
    await press('Pictures')()
    const pictures = page.frameLocator('iframe[title="Pictures of what is found"]')
    await expect(pictures.getByRole('group', { name: 'Money' })).toBeVisible()
    await check('pictures in the palette', 'dialog[open]', PAGE_RULES)
    await press('Descriptions')()
    await page.getByRole('searchbox', { name: 'Search the widgets' }).fill('Form')
    await page.getByRole('dialog').getByRole('button', { name: /^Form/ }).first().click()
    await expect(page.getByRole('dialog', { name: 'Add a form' })).toBeVisible()
    await check('add a form', 'dialog[open]')
    await page.keyboard.press('Escape')
    await nodesOf(page).filter({ hasText: /^Text/ }).first().click()
    const condition = properties.getByRole('group', { name: 'Condition of visible' })
    await condition.getByRole('button', { name: 'Add a condition' }).click()
    await check('condition', 'aside[aria-label="Properties"]')
    await nodesOf(page).first().click()
    await dialog('all languages', () => properties.getByRole('button', { name: 'All languages' }).first().click())
    await dialog('save this state', press('Save this state'))
    await dialog('open on a phone', press('Open on a phone'))
    await press('Commands of assets/withdraw')()
    await dialog('uses', () => page.getByRole('menuitem', { name: 'Find uses' }).click())
    await press('Commands of assets/withdraw')()
    await dialog('who changed it', () => page.getByRole('menuitem', { name: 'Who changed it' }).click())
    await press('Commands of assets/withdraw')()
    await dialog('delete', () => page.getByRole('menuitem', { name: 'Delete' }).click())

    await openView(page, 'Forms')
    await page.getByRole('complementary', { name: 'Forms' }).getByRole('button', { name: 'priceAlert' }).click()
    await check('fields of a form', '#studio')
    await openView(page, 'Texts')
    await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
    await dialog('for translators', press('For translators'))
    await page.getByLabel('about.title in English', { exact: true }).fill(`About this app, ${theme}`)
    await openView(page, 'Changes')
    await page.getByLabel('What changes, and why').fill('a clearer title')
    await check('changes', '#studio')
    await dialog('publish', press('Publish 1 file …'))
    expect(found).toEqual([])
  })

test(
  'two authors change one screen, one publishes, and the other is notified, joined and asked',
  LONG,
  async ({ page, browser }) => {
    const { origin } = place()
    const publish = async (author: string, note: string): Promise<void> => {
      const { changeSets } = await askStudio<{ changeSets: { id: string; author: string; state: string }[] }>(
        origin,
        'change-sets',
      )
      const set = changeSets.find((changeSet) => changeSet.author === author && changeSet.state === 'open')
      await askStudio(origin, `change-sets/${set?.id}/publish`, { author, note })
    }
    const moveUp = async (on: Page, words: RegExp): Promise<void> => {
      await openScreen(on, 'user/index')
      await nodesOf(on).filter({ hasText: words }).first().click()
      await on.getByRole('button', { name: 'Move up (Alt+↑)' }).click()
      await expect(on.getByText('All changes are saved')).toBeVisible()
    }
    const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    for (const [on, author] of [
      [page, 'Mina'],
      [other, 'Omar'],
    ] as const) {
      await enterStudio(on, place().origin, author, 'hidden')
      await newChangeSet(on)
    }
    await moveUp(page, /Help/)
    await moveUp(other, /About/)
    await expect(page.getByText(/Changed too by Omar/)).toBeVisible()

    await test.step('moves of different rows are joined', async () => {
      await publish('Omar', 'about higher up')
      const notice = page.getByRole('status').filter({ hasText: 'Omar has published: “about higher up”' })
      await expect(notice).toContainText('are joined with it')
      await openView(page, 'Changes')
      await expect(page.getByRole('region', { name: 'Past publications' })).toContainText('about higher up')
      const differences = page.getByRole('region', { name: 'Differences' })
      await expect(differences).toContainText(/“Help” moved above/)
      await expect(differences).not.toContainText('“About')
    })

    await test.step('the same words are chosen between, by names', async () => {
      for (const [on, words] of [
        [page, 'About us'],
        [other, 'About them'],
      ] as const) {
        await openView(on, 'Texts')
        await on.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
        await on.getByLabel('about.title in English', { exact: true }).fill(words)
        await expect(on.getByText('All changes are saved')).toBeVisible()
      }
      await publish('Omar', 'other words')
      const notice = page.getByRole('alert').filter({ hasText: 'Omar and you have changed the same in English texts' })
      await expect(notice).toBeVisible()
      for (let themes = 0; themes < 2; themes += 1) {
        expect((await runAxe(page, { within: '[role=alert]' })).violations.map(({ id }) => id)).toEqual([])
        await page.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click()
      }
      await notice.getByRole('button', { name: 'Choose what stays' }).click()
      const merge = page.getByRole('dialog', { name: 'English texts: your changes and those of Omar' })
      await expect(merge.getByRole('radio', { name: 'You: About us' })).toBeChecked()
      expect((await runAxe(page, { within: 'dialog[open]' })).violations.map(({ id }) => id)).toEqual([])
      await merge.getByRole('radio', { name: /^Omar \(.*\): About them$/ }).check()
      await merge.getByRole('button', { name: 'Save the choice' }).click()
      await expect(notice).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Changed files' })).not.toContainText('English texts')
    })

    await test.step('a set is discarded, and brought back', async () => {
      await page.getByRole('button', { name: 'Discard this change set …' }).click()
      await page.getByRole('button', { name: 'Discard it' }).click()
      const message = page.getByRole('status').filter({ hasText: 'is discarded' })
      await message.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'is back' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Changed files' })).toContainText('Screen')
    })
    await other.context().close()
  },
)
