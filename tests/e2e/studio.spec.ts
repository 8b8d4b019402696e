import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LONG } from './kit/long.ts'
import { runAxe } from './kit/axe.ts'
import {
  askStudio,
  editorOf,
  enterStudio,
  frameOf,
  nodesOf,
  openScreen,
  openView,
  problemsOf,
  studioForFile,
} from './kit/studio.ts'
import { expect, test } from './kit/test.ts'

const root = join(import.meta.dirname, '../..')
const place = studioForFile()

const enter = (page: Page, author?: string, code?: 'shown' | 'hidden'): Promise<void> =>
  enterStudio(page, place().origin, author, code)
const ask = <Reply>(path: string, body?: object): Promise<Reply> => askStudio<Reply>(place().origin, path, body)

test('a wrong key opens nothing', LONG, async ({ page, pageErrors }) => {
  await page.goto(`${place().origin}/studio/`)
  await page.getByLabel('Your name').fill('Mallory')
  await page.getByLabel('Operator key').fill('x'.repeat(40))
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await expect(page.getByRole('alert')).toHaveText('The operator key is wrong.')
  expect(pageErrors.messages.filter((message) => !message.includes('401'))).toEqual([])
  pageErrors.messages.length = 0
})

test('a change is checked, shown in the app, undone, and saved over a reload', async ({ page }) => {
  await enter(page)
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('user/about')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('button[title="screens/user/about.json"]')).toBeFocused()
  await openScreen(page, 'user/about')
  await expect(frameOf(page).locator('main:visible').first()).toBeVisible()
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')

  await test.step('the compiler stops a wrong name, and its fix is one press', async () => {
    const source = readFileSync(join(root, 'screens/user/about.json'), 'utf8')
    await editorOf(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(source.replace('"about.title"', '"about.titel"'))
    await expect(problemsOf(page)).toContainText('There are no words for the text “about.titel”.')
    await problemsOf(page).getByRole('button', { name: 'Replace "about.titel" with "about.title".' }).click()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })

  await test.step('letters that are typed stand in their order', async () => {
    await editorOf(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type(' typed')
    await expect(editorOf(page)).toContainText(', typed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })

  await test.step('a node that is duplicated in the outline is selected in all views', async () => {
    const count = await nodesOf(page).count()
    const text = nodesOf(page).filter({ hasText: /^Text/ }).first()
    await text.click()
    await page.keyboard.press('Control+d')
    await expect(nodesOf(page)).toHaveCount(count + 1)
    await expect(page.getByRole('complementary', { name: 'Properties' }).getByRole('heading').first()).toHaveText(
      'Text',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(nodesOf(page)).toHaveCount(count)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(nodesOf(page)).toHaveCount(count + 1)
  })

  await test.step('the change is there after a reload', async () => {
    const count = await nodesOf(page).count()
    await expect(page.getByText('All changes are saved')).toBeVisible()
    await page.reload()
    await openScreen(page, 'user/about')
    await expect(nodesOf(page)).toHaveCount(count)
  })
})

test(
  'text that was not saved is there after the page was closed, and beside the version of another author',
  LONG,
  async ({ page }) => {
    await enter(page, 'Mary')
    const source = readFileSync(join(root, 'screens/user/about.json'), 'utf8')
    const write = async (text: string): Promise<void> => {
      await expect(editorOf(page)).toHaveAccessibleName('JSON of screens/user/about.json')
      await editorOf(page).focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    }
    const withLines = (count: number) => source.replace('"count": 6', `"count": ${count}`)
    let isAnswering = true
    await page.route('**/save', (route) => (isAnswering ? route.continue() : undefined))
    const reload = async (): Promise<void> => {
      await page.goto('about:blank')
      isAnswering = true
      await page.goto(`${place().origin}/studio/`)
    }
    const writeUnanswered = async (text: string): Promise<void> => {
      isAnswering = false
      const request = page.waitForRequest('**/save')
      await write(text)
      await request
    }
    await openView(page, 'Changes')
    await page.getByRole('button', { name: 'New change set' }).click()
    await openView(page, 'Screens')
    await openScreen(page, 'user/about')
    await write(withLines(3))
    await expect(page.getByText('All changes are saved')).toBeVisible()

    // The request is never answered: the page is closed while it waits.
    await writeUnanswered(withLines(4))
    await reload()
    await expect(page.getByText('Restored from this device: Screen user/about.')).toBeVisible()
    await expect(page.getByText('All changes are saved')).toBeVisible()
    await openScreen(page, 'user/about')
    await expect(editorOf(page)).toContainText('"count": 4')

    await writeUnanswered(withLines(5))
    const { changeSets } = await ask<{ changeSets: { id: string; author: string }[] }>('change-sets')
    const id = changeSets.find(({ author }) => author === 'Mary')?.id ?? ''
    const { changes } = await ask<{ changes: { version: number }[] }>(`change-sets/${id}`)
    await ask(`change-sets/${id}/save`, {
      path: 'screens/user/about.json',
      text: withLines(2),
      base: source,
      version: changes[0]?.version,
      author: 'Ken',
    })
    await reload()
    await openView(page, 'Changes')
    const merge = page.getByRole('dialog', { name: /your changes and those of Ken$/ })
    await expect(merge.getByRole('radio', { name: 'You: 5' })).toBeChecked()
    await merge.getByRole('button', { name: 'Merge the code' }).click()
    await expect(merge.getByRole('textbox', { name: 'Version of Ken' })).toContainText('"count": 2')
    await expect(merge.getByRole('textbox', { name: 'Your version' })).toContainText('"count": 5')
    await merge.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await merge.getByRole('button', { name: 'Save the choice' }).click()
    await expect(page.getByText('All changes are saved')).toBeVisible()
    const saved = await ask<{ changes: { text: string }[] }>(`change-sets/${id}`)
    expect(saved.changes[0]?.text).toContain('"count": 5')
  },
)

test('names are followed and renamed in all files', LONG, async ({ page }) => {
  await enter(page, 'Barbara')
  await openView(page, 'Changes')
  await page.getByRole('button', { name: 'New change set' }).click()
  await openView(page, 'Screens')
  await openScreen(page, 'user/about')
  await nodesOf(page).first().click()
  await editorOf(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('=terms.version')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status', { name: 'The type at the cursor' })).toHaveText('terms.version: a string')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('"about.title"')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Text about.title' })
  await expect(dialog.getByRole('list', { name: 'Places' })).toContainText('locales/en.json')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('about.mission')
  await dialog.getByRole('button', { name: 'Rename everywhere' }).click()
  await expect(editorOf(page)).toContainText('about.mission')
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  await page.keyboard.press('F12')
  await expect(page.getByRole('textbox', { name: 'JSON of locales/en.json' })).toContainText('about.mission')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'JSON of locales/en.json' })).not.toContainText('about.mission')

  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('assets/depositPlace')
  await page.getByRole('button', { name: 'Commands of assets/depositPlace' }).click()
  await page.getByRole('menuitem', { name: 'Rename everywhere' }).click()
  const part = page.getByRole('dialog', { name: 'Part assets/depositPlace' })
  await part.getByRole('textbox', { name: /^Name/ }).fill('not a name')
  await part.getByRole('button', { name: 'Rename everywhere' }).click()
  await expect(part.getByRole('alert')).toBeVisible()
  await part.getByRole('textbox', { name: /^Name/ }).fill('assets/placeOfDeposit')
  await part.getByRole('button', { name: 'Rename everywhere' }).click()
  // Below the dialog nothing takes input.
  await expect(part).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('assets/placeOfDeposit')
  await expect(page.locator('button[title="screens/parts/assets/placeOfDeposit.json"]')).toBeVisible()
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')
})

test('a warning above an amount is made by choosing and typing words', LONG, async ({ page }) => {
  await enter(page, 'Anna', 'hidden')
  await expect(page.getByRole('heading', { name: 'What would you like to do?' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('Withdraw')
  await openScreen(page, 'assets/withdraw')
  await expect(editorOf(page)).toHaveCount(0)
  const properties = page.getByRole('complementary', { name: 'Properties' })

  await test.step('the palette finds by another word, and says so where it finds nothing', async () => {
    await nodesOf(page).filter({ hasText: /^Form/ }).first().click()
    await page.getByRole('button', { name: /^Add a widget/ }).click()
    const palette = page.getByRole('dialog', { name: 'Add a widget or a part' })
    const search = palette.getByRole('searchbox', { name: 'Search the widgets' })
    await search.fill('lawnmower')
    await expect(palette.getByRole('status')).toContainText('Nothing is called “lawnmower”')
    await search.fill('warning')
    await palette.getByRole('button', { name: /^Text/ }).click()
    await expect(properties.getByRole('heading').first()).toHaveText('Text')
  })

  await test.step('a long sentence leaves the column as wide as it is', async () => {
    const words = properties.getByRole('textbox', { name: 'Words' })
    await expect(words).toHaveValue('Your words')
    await words.fill('Amounts above 1 000 are checked by hand.')
    const width = await properties.evaluate((element) => [
      element.clientWidth,
      element.firstElementChild?.scrollWidth ?? 0,
    ])
    expect(width[1]).toBeLessThanOrEqual(width[0] ?? 0)
    await properties.getByRole('button', { name: 'Another text …' }).click()
    await page.getByRole('searchbox', { name: 'Search: Another text' }).fill('withdraw.title')
    await page.keyboard.press('Enter')
    // The text that was made for the node alone goes, so that only what the others have is left.
  })

  const condition = properties.getByRole('group', { name: 'Condition of visible' })
  const expression = properties.getByRole('textbox', { name: 'visible' })
  await test.step('its condition is a sentence, which takes care of an empty amount', async () => {
    await condition.getByRole('button', { name: 'Add a condition' }).click()
    await condition.getByLabel('Value 1', { exact: true }).selectOption('forms.withdraw.amount')
    await expect(condition.getByLabel('Comparison 1')).toHaveValue('>')
    await condition.getByLabel('What value 1 is compared with').fill('1 000')
    await expect(expression).toHaveText("=forms.withdraw.amount != null && forms.withdraw.amount > decimal('1000')")
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })

  await test.step('the text of the condition opens in the sentences again, and a bare name is completed by one press', async () => {
    await expression.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('=amount > 2000')
    await expect(problemsOf(page)).toContainText('There is no "amount" here')
    await problemsOf(page).getByRole('button', { name: 'Replace "amount" with "forms.withdraw.amount".' }).click()
    await problemsOf(page).getByRole('button', { name: 'Hide it while forms.withdraw.amount is empty.' }).click()
    await problemsOf(page).getByRole('button', { name: "Write decimal('2000')." }).click()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
    await expect(condition.getByLabel('What value 1 is compared with')).toHaveValue('2000')
  })

  await test.step('it is moved by a button', async () => {
    const at = () => nodesOf(page).evaluateAll((rows) => rows.findIndex((row) => row.ariaSelected === 'true'))
    const index = await at()
    await page.getByRole('button', { name: 'Move up (Alt+↑)' }).click()
    await expect.poll(at).toBeLessThan(index)
  })
})

test('a press in the preview selects the node', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'login/index')
  await frameOf(page).getByRole('region', { name: 'Log in' }).getByRole('button').last().click()
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(1)
  await expect(page.getByRole('complementary', { name: 'Properties' }).getByRole('heading').first()).toBeVisible()

  await test.step('and shows a value of the data that is chosen in words', async () => {
    await openScreen(page, 'user/about')
    await nodesOf(page).filter({ hasText: /^Text/ }).first().click()
    await page
      .getByRole('button', { name: /: choose a value …$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Which value?' })
    await dialog.getByRole('searchbox').fill('name of the product')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Expression of text' })).toHaveText('=config.shortName')
    await expect(frameOf(page).getByText('Placard', { exact: true }).first()).toBeVisible()
  })

  await test.step('and a press on a picture of the palette adds what it shows', async () => {
    const palette = page.getByRole('dialog', { name: 'Add a widget or a part' })
    const pictures = page.frameLocator('iframe[title="Pictures of what is found"]')
    await page.getByRole('button', { name: 'Add a widget', exact: true }).first().click()
    await palette.getByRole('searchbox').fill('badge')
    await palette.getByRole('button', { name: 'Pictures', exact: true }).click()
    await pictures.getByRole('group', { name: 'Badge' }).getByText('In review').click()
    await expect(palette).toBeHidden()
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('Badge')
    // The look is kept, and a part is drawn with generated data.
    await page.getByRole('button', { name: 'Add a widget', exact: true }).first().click()
    await palette.getByRole('searchbox').fill('finance/loanStatus')
    await expect(
      pictures.getByRole('group', { name: 'finance/loanStatus' }).getByText('Declined', { exact: true }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('a node is hidden for good and shown again, and its data is chosen by sentences', LONG, async ({ page }) => {
  await enter(page, 'Noor', 'hidden')
  await openScreen(page, 'user/about')
  const card = nodesOf(page).filter({ hasText: /^Card/ }).first()
  await card.click()
  const properties = page.getByRole('complementary', { name: 'Properties' })
  const never = properties.getByRole('button', { name: 'Never (hidden)' })
  await never.click()
  await expect(card).toContainText('hidden')
  await expect(never).toHaveAttribute('aria-pressed', 'true')
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  await never.click()
  await expect(card).not.toContainText('hidden')
  await expect(properties.getByRole('button', { name: 'Always' })).toHaveAttribute('aria-pressed', 'true')

  const waits = properties.getByRole('group', { name: 'Waits for data' })
  await expect(waits.getByRole('radio', { name: /about$/ })).toBeChecked()
  await waits.getByRole('radio', { name: 'None of its own' }).check()
  await properties
    .getByRole('group', { name: 'Reads without waiting' })
    .getByRole('checkbox', { name: /about$/ })
    .check()
  await expect(problemsOf(page)).toContainText('No node waits for "about"')
  await waits.getByRole('radio', { name: /about$/ }).check()
})

test('a paste of words with a look of their own keeps the words', LONG, async ({ page, context }) => {
  const source = await context.newPage()
  await source.setContent(
    '<p style="color: red; font-size: 30px">Words <b style="margin: 2px">of another program</b></p>',
  )
  await source.keyboard.press('Control+a')
  await source.keyboard.press('Control+c')
  await source.close()
  const words = 'Words of another program'
  await enter(page, 'Tove')
  await openScreen(page, 'user/about')
  const search = page.getByRole('searchbox', { name: 'Search the catalogue' })
  await search.focus()
  await page.keyboard.press('Control+v')
  await expect(search).toHaveValue(words)
  await search.fill('')
  await nodesOf(page).filter({ hasText: /^Text/ }).first().click()
  await page.keyboard.press('Control+v')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.getByText('As an expression').click()
  const expression = properties.getByRole('textbox', { name: 'visible' })
  await expression.focus()
  await page.keyboard.press('Control+v')
  await expect(expression).toHaveText(words)
  await page.keyboard.press('Control+z')
  await editorOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+v')
  await expect(editorOf(page)).toContainText(words)
  await page.keyboard.press('Control+z')
  await openView(page, 'Texts')
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
  const text = page.getByLabel('about.title in English', { exact: true })
  await text.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect(text).toHaveValue(words)
})

test('the preview shows the states of the data and the languages', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'assets/withdraw')
  await page.getByLabel('User', { exact: true }).selectOption('unverified')
  await expect(page.getByText('it sends this user there')).toBeVisible()
  await page.getByLabel('User', { exact: true }).selectOption('verified')
  await expect(frameOf(page).getByText('Withdraw to')).toBeVisible()
  await expect(page.getByText('it sends this user there')).toBeHidden()
  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  await expect(frameOf(page).locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByLabel('Data', { exact: true }).selectOption('loading')
  await expect(frameOf(page).getByText('TRC20')).toBeHidden()
  await page.getByLabel('Data', { exact: true }).selectOption('live')
  await page.getByLabel('Language', { exact: true }).selectOption('pseudo')
  await expect(frameOf(page).locator('main:visible').first()).toContainText('⟦')
  await page.getByLabel('Language', { exact: true }).selectOption('en')
  await page.getByText('Each data on its own').click()
  await page.getByLabel('Data of info', { exact: true }).selectOption('loading')
  await expect(frameOf(page).locator('main:visible').first()).toBeVisible()
  await expect(frameOf(page).getByText('Withdraw to')).toBeHidden()
  await openScreen(page, 'location/open')
  await expect(page.getByText('An example is taken: at 52.52,13.405')).toBeVisible()
  await expect(frameOf(page).getByText('This page does not exist')).toBeHidden()
})

test('a form is drawn with sample data, and judged by the server', LONG, async ({ page }) => {
  await enter(page, 'Radia')
  await openView(page, 'Forms')
  await page.getByRole('complementary', { name: 'Forms' }).getByRole('button', { name: 'priceAlert' }).click()
  await page.getByRole('main', { name: 'Form priceAlert' }).getByText('Code', { exact: true }).click()
  await expect(
    page.getByRole('textbox', { name: 'schema of schemas/forms/priceAlert.json', exact: true }),
  ).toContainText('direction')
  const says = page.getByRole('region', { name: 'What the server says' })
  await page.getByRole('region', { name: 'Sample data' }).getByText('Code', { exact: true }).click()
  const sample = page.getByLabel('Sample data as JSON')
  await sample.fill('{"symbol":"BTC","direction":"above","price":"ten"}')
  await expect(says).toContainText('refuses it')
  await sample.fill('{"symbol":"BTC","direction":"above","price":"12"}')
  await expect(says).toContainText('accepts it.')
  const live = page.frameLocator('iframe[title="The live form"]')
  await expect(live.locator('form')).toBeVisible()
  // The sample data has come into the frame: values typed before would be replaced.
  await expect(live.getByRole('textbox', { name: 'Alert price' })).toHaveValue('12')
  await live.getByRole('textbox', { name: 'Alert price' }).fill('')
  await expect(says).toContainText('“Alert price” is not filled in.')
  await live.getByRole('textbox', { name: 'Alert price' }).fill('13')
  await expect(says).toContainText('accepts it.')
  await page.getByRole('textbox', { name: 'rules of schemas/forms/priceAlert.json' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '[{ "check": "=prize > decimal(\'0\')", "field": "price", "message": "spot.priceAboveZero" }]',
  )
  await expect(problemsOf(page)).toContainText('prize')
})

test('a screen is made, and its file is deleted', LONG, async ({ page }) => {
  await enter(page, 'Ruth')
  await page.getByRole('button', { name: 'New screen, part or form' }).click()
  const dialog = page.getByRole('dialog', { name: 'New screen, part or form' })
  await dialog.getByLabel(/^Title/).fill('About')
  await dialog.getByLabel('Nothing yet').check()
  await dialog.getByLabel('Folder').selectOption('assets')
  await dialog.getByLabel(/^Name/).fill('gifts')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(nodesOf(page)).toHaveCount(2)
  await expect(problemsOf(page)).toContainText('Nothing leads to this screen yet.')
  await page.getByRole('button', { name: 'Commands of assets/gifts', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('This file is deleted.')).toBeVisible()
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')
})

test('a form that moves money and a list are made, fed and changed without code', LONG, async ({ page }) => {
  await enter(page, 'Katherine')
  await openView(page, 'Changes')
  await page.getByRole('button', { name: 'New change set' }).click()
  await openView(page, 'Screens')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  const choose = async (title: string, words: string): Promise<void> => {
    await page.getByRole('searchbox', { name: `Search: ${title}` }).fill(words)
    await page.keyboard.press('Enter')
  }

  await test.step('from a template', async () => {
    await page.getByRole('button', { name: 'New screen, part or form' }).click()
    const dialog = page.getByRole('dialog', { name: 'New screen, part or form' })
    await dialog.getByLabel(/^Title/).fill('Transfer')
    await dialog.getByLabel('A form with a list below it').check()
    await dialog.getByRole('button', { name: 'What the form sends: choose' }).click()
    await choose('What the form sends', 'money coin account')
    await dialog.getByLabel(/^Words on its button/).fill('Transfer')
    await dialog.getByLabel('Heading above the list').fill('Transfer history')
    await dialog.getByRole('button', { name: 'Which data the list shows: choose' }).click()
    await choose('Which data the list shows', 'transfers latest')
    await dialog.getByLabel('Folder').selectOption('assets')
    await dialog.getByLabel(/^Name/).fill('moveMoney')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(nodesOf(page).filter({ hasText: /^List cell/ })).toHaveCount(1)
    await expect(problemsOf(page)).toContainText('1 warning; it is in this file')
    await expect(problemsOf(page)).toContainText('Nothing leads to')
  })

  await test.step('data is added to the screen, shown as a list, and removed', async () => {
    const data = properties.getByRole('region', { name: 'Data of this screen' })
    await data.getByRole('button', { name: 'Data', exact: true }).click()
    await choose('Data of the server', 'chargelist')
    await data.getByText('log', { exact: true }).click()
    await data.getByRole('button', { name: 'Show it as a list' }).click()
    await expect(nodesOf(page).filter({ hasText: /^List cell/ })).toHaveCount(2)
    await expect(problemsOf(page)).toContainText('1 warning; it is in this file')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^The screen itself/ }).click()
    await data.getByText('log', { exact: true }).click()
    await data.getByRole('button', { name: 'Remove the data log' }).click()
    await expect(editorOf(page)).not.toContainText('chargelist/log')
  })

  await test.step('a confirmation that is removed comes back at one press', async () => {
    await nodesOf(page).filter({ hasText: /^Form/ }).click()
    const steps = properties.getByRole('list', { name: 'Steps of submit', exact: true })
    await steps.getByRole('button', { name: 'Remove step 1' }).first().click()
    await expect(problemsOf(page)).toContainText('the user is not asked before it')
    await problemsOf(page).getByRole('button', { name: 'Ask the user before it' }).click()
    await expect(problemsOf(page)).toContainText('1 warning; it is in this file')
    await steps
      .getByRole('button', { name: /Call the server/ })
      .first()
      .click()
    await expect(steps.getByRole('button', { name: 'Choose another …' })).toBeVisible()
    await properties.getByRole('button', { name: 'Add a step to “If it fails” of “Call the server”' }).click()
    await choose('What happens next', 'toast')
    await expect(
      properties.getByRole('list', { name: 'Steps of “If it fails” of “Call the server”' }).getByRole('listitem'),
    ).toHaveCount(2)
  })

  await test.step('what is pasted brings its data', async () => {
    await openScreen(page, 'assets/transferOrder')
    await expect(editorOf(page)).toContainText('"assets/transferOrder"')
    await nodesOf(page).filter({ hasText: /^List/ }).first().click()
    await page.getByRole('button', { name: 'Copy (Ctrl+C)' }).click()
    await openScreen(page, 'user/about')
    await expect(editorOf(page)).toContainText('"user/about"')
    await nodesOf(page).filter({ hasText: /^Card/ }).first().click()
    await page.getByRole('button', { name: 'Paste (Ctrl+V)' }).click()
    await expect(page.getByText(/Brought along from .*the data transfers/)).toBeVisible()
    await expect(problemsOf(page)).not.toContainText('There is no query')
  })
})

test('texts are edited in a table of languages', async ({ page }) => {
  await enter(page, 'Linus')
  await openView(page, 'Texts')
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
  const cell = page.getByLabel('about.title in English', { exact: true })
  await cell.fill('About this app')
  await expect(cell).toHaveValue('About this app')
  await page.getByLabel('Filter').selectOption('changed')
  await expect(page.getByLabel('about.title in German', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'For translators' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Language/)
    .selectOption('de')
  await page.getByRole('button', { name: 'Save the file' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain('<source xml:space="preserve">About this app</source>')

  await test.step('files of translators are read under the policy of the page', async () => {
    const translated = (language: string, words: string) => ({
      name: `${language}.xlf`,
      mimeType: 'application/xliff+xml',
      buffer: Buffer.from(
        file
          .replace('trgLang="de"', `trgLang="${language}"`)
          .replace(/<target([^>]*)>.*?<\/target>/, `<target$1>${words}</target>`),
      ),
    })
    await page.getByRole('button', { name: 'From translators' }).click()
    await page
      .getByLabel('Files of translators (XLIFF 2.0)')
      .setInputFiles([translated('de', 'Über diese App'), translated('fr', 'À propos de cette app')])
    const dialog = page.getByRole('dialog', { name: 'Import translations' })
    await expect(dialog.getByRole('status')).toContainText('German: 1 text was changed. French: 1 text was changed.')
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('about.title in German', { exact: true })).toHaveValue('Über diese App')
    await expect(page.getByLabel('about.title in French', { exact: true })).toHaveValue('À propos de cette app')
  })
})

test('the reference lists widgets with their properties, and calls with their answers', LONG, async ({ page }) => {
  await enter(page)
  await openView(page, 'Reference')
  await expect(page.getByRole('button', { name: 'Picture of Button', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Picture of EmptyState', exact: true }).click()
  await expect(page.frameLocator('iframe[title="Stories of EmptyState"]').getByText('EmptyState').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the reference' }).fill('wallet/out_info')
  await expect(page.getByRole('heading', { name: /wallet\/out_info/ })).toBeVisible()
})

test('a change set is published with a note', LONG, async ({ page }) => {
  await enter(page, 'Grace')
  await openView(page, 'Texts')
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
  await page.getByLabel('about.title in English', { exact: true }).fill('About this app')
  await openView(page, 'Changes')
  await expect(page.getByRole('region', { name: 'Changed files' })).toContainText('English texts')
  const noticed = page.getByRole('region', { name: 'What users will notice' })
  await expect(noticed).toContainText('About this app')
  await page.getByLabel('What changes, and why').fill('a clearer title')
  await page.getByRole('button', { name: 'Publish 1 file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish for everybody?' })
  await expect(dialog).toContainText('1 text in English')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText(/It is live\./).first()).toBeVisible({ timeout: 120_000 })
  const { out } = await place().run(['log'])
  expect(out).toContain('a clearer title')
  await openView(page, 'Screens')
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('en')
  await page.getByRole('button', { name: 'Commands of en', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Who changed it' }).click()
  await expect(page.getByRole('row', { name: /Grace.*a clearer title/ })).toBeVisible()
})

for (const theme of ['dark', 'light'])
  test(`has no violation of accessibility in the ${theme} theme`, LONG, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('placard.studio.theme', name), theme)
    await enter(page)
    await openScreen(page, 'user/about')
    await expect(nodesOf(page).first()).toBeVisible()
    await nodesOf(page).first().click()
    const found: string[] = []
    for (const name of ['Screens', 'Forms', 'Texts', 'Reference', 'Changes']) {
      await openView(page, name)
      const { violations } = await runAxe(page, { within: '#studio' })
      found.push(...violations.map(({ id, nodes: at }) => `${name}: ${id} ${String(at[0]?.html).slice(0, 160)}`))
    }
    expect(found).toEqual([])
  })

test('a saved state is shown, checked, and made of a view', LONG, async ({ page }) => {
  await enter(page, 'Hedy')
  await openView(page, 'Changes')
  await page.getByRole('button', { name: 'New change set' }).click()
  await openView(page, 'Screens')
  const picker = page.getByLabel('Saved state', { exact: true })

  await test.step('its user, its replies and its states are those of the app in the frame', async () => {
    await openScreen(page, 'assets/withdraw')
    await picker.selectOption('not-yet')
    await expect(page.getByLabel('User', { exact: true })).toHaveValue('verified')
    await expect(frameOf(page).getByText('A loan is overdue. Please repay it first.').first()).toBeVisible()
    await openScreen(page, 'assets/index')
    await picker.selectOption('contract-account')
    await expect(frameOf(page).getByRole('tab', { selected: true })).toHaveText('Contract account')
  })

  await test.step('two queries of one call have replies of their own', async () => {
    await openScreen(page, 'help/index')
    await picker.selectOption('questions-only')
    await expect(frameOf(page).getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    await page.getByText('Each data on its own').click()
    await page.getByLabel('Data of faq', { exact: true }).selectOption('loading')
    await expect(frameOf(page).getByRole('heading', { name: 'Topics' })).toBeVisible()
    await expect(frameOf(page).getByRole('heading', { name: 'Frequently asked questions' })).toBeHidden()
    await page.getByLabel('Data of faq', { exact: true }).selectOption('')
  })

  await test.step('stale data fails once it has come, and the app says so', async () => {
    await openScreen(page, 'assets/transferOrder')
    await picker.selectOption('stale')
    await expect(
      frameOf(page)
        .getByText(/^2(\.00)?\sUSDT$/)
        .first(),
    ).toBeVisible()
    await expect(
      frameOf(page)
        .getByText(/Retrying…/)
        .first(),
    ).toBeVisible()
    await expect(
      frameOf(page)
        .getByText(/^2(\.00)?\sUSDT$/)
        .first(),
    ).toBeVisible()
  })

  await test.step('what the preview shows is kept under a name', async () => {
    await picker.selectOption('')
    await page.getByLabel('User', { exact: true }).selectOption('demo')
    await page.getByLabel('Data of transfers', { exact: true }).selectOption('empty')
    await page.getByRole('button', { name: 'Save this state' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this state' })
    await dialog.getByLabel(/^Name/).fill('Empty demo')
    await dialog.getByLabel('What it shows').fill('No transfer in the demo account.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(picker).toHaveValue('empty-demo')
    await expect(frameOf(page).getByText('No transfers yet')).toBeVisible()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })

  const change = page.getByRole('button', { name: 'Change this saved state' })
  const form = page.getByRole('dialog', { name: 'Saved state' })
  await test.step('it is changed, renamed and deleted by a form', async () => {
    await change.click()
    await form.getByLabel('What transfers answers').selectOption('typical')
    await form.getByRole('button', { name: 'A value of my own' }).click()
    const values = page.getByRole('dialog', { name: 'Which value?' })
    await values.getByRole('searchbox').fill('rows 1, amount')
    await values.getByRole('button', { name: /^rows 1, amount/ }).click()
    await form.getByLabel('rows 1, amount of transfers').fill('5000')
    await form.getByLabel(/^Name/).fill('Much')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(picker).toHaveValue('much')
    await expect(frameOf(page).getByText(/5,000/).first()).toBeVisible()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
    await change.click()
    await expect(form.getByLabel('rows 1, amount of transfers')).toHaveValue('5000')
    await form.getByRole('button', { name: 'Delete this state' }).click()
    await expect(picker).toHaveValue('')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await picker.selectOption('much')
  })

  await test.step('a reply that does not fit its call is a problem with a place', async () => {
    await change.click()
    await form.getByRole('button', { name: 'Edit its JSON' }).click()
    const json = page.getByRole('textbox', { name: 'JSON of fixtures/screens/assets/transferOrder.json' })
    await expect(json).toContainText('"much"')
    await json.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '{ "large": { "replies": { "transfers": { "data": { "rows": [{ "amuont": "5" }] } } } } }',
    )
    await expect(problemsOf(page)).toContainText('There is no "amuont"')
    await expect(problemsOf(page).getByRole('button', { name: 'Replace "amuont" with "amount".' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })
})
