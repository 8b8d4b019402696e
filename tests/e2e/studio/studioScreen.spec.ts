import { LONG } from '../kit/long.ts'
import { editorOf, entering, nodesOf, openScreen, openView, problemsOf, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

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
    await page.keyboard.press('Enter')
    await expect(expression).toHaveText("=forms.withdraw.amount != null && forms.withdraw.amount > decimal('1000')")
    await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  })

  await test.step('the text of the condition opens in the sentences again, and a bare name is completed by one press', async () => {
    await expression.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('=amount > 2000')
    await expect(problemsOf(page)).toContainText('“amount” is none of the values that can be used here.')
    await problemsOf(page).getByRole('button', { name: 'Replace "amount" with "forms.withdraw.amount".' }).click()
    await problemsOf(page).getByRole('button', { name: 'Hide it while forms.withdraw.amount is empty.' }).click()
    await problemsOf(page).getByRole('button', { name: 'Write 2000 as an amount' }).click()
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
  await expect(page.getByRole('heading', { name: 'What would you like to do?' })).toBeVisible()
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
      properties
        .getByRole('list', { name: 'Steps of “If it fails” of “Call the server”' })
        .getByRole('button', { name: /^Remove step/ }),
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
    await expect(problemsOf(page)).not.toContainText('is not among the data')
  })
})

test('a state that is one of several words, and one that is a group, are made and changed', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'user/about')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.getByText(/^What it remembers/).click()
  const add = async (what: string, name: string, kind: string): Promise<void> => {
    await properties.getByLabel(`Name of the ${what}`, { exact: true }).fill(name)
    await properties.getByLabel(`Kind of the ${what}`, { exact: true }).selectOption(kind)
    await properties.getByRole('button', { name: `Add the ${what}`, exact: true }).click()
  }

  await test.step('a choice gets words, and loses the one with which it began', async () => {
    await add('state', 'view', 'one of several words')
    for (const word of ['all of them', 'open']) {
      await properties.getByLabel('Another word of view').fill(word)
      await page.keyboard.press('Enter')
    }
    await properties.getByRole('button', { name: 'Remove the word first of view' }).click()
    await properties.getByRole('button', { name: 'Remove the word second of view' }).click()
    await expect(properties.getByLabel('First value of view')).toHaveValue('allOfThem')
    await properties.getByLabel('First value of view').selectOption('open')
    await expect(editorOf(page)).toContainText('"enum":')
  })

  await test.step('a group gets values, each of its own kind', async () => {
    await add('state', 'filter', 'a group of values')
    await add('value of filter', 'currency', 'a currency')
    await add('value of filter', 'only mine', 'yes or no')
    await properties.getByLabel('First value of onlyMine').check()
    await expect(properties.getByLabel('First value of currency')).toHaveValue('USDT')
  })

  // Nothing reads them yet.
  await expect(problemsOf(page)).toContainText('“view” is remembered, and nothing on the screen uses it.')
  await expect(problemsOf(page)).toContainText('“filter” is remembered, and nothing on the screen uses it.')
  await expect(problemsOf(page).getByRole('listitem')).toHaveCount(2)
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
  const about = waits.getByTitle('about', { exact: true }).getByRole('radio')
  await expect(about).toBeChecked()
  await waits.getByRole('radio', { name: 'None of its own' }).check()
  await properties
    .getByRole('group', { name: 'Reads without waiting' })
    .getByTitle('about', { exact: true })
    .getByRole('checkbox')
    .check()
  await expect(problemsOf(page)).toContainText('No node waits for "about"')
  await about.check()
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
