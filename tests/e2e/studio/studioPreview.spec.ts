import { LONG } from '../kit/long.ts'
import { entering, frameOf, nodesOf, openScreen, openView, problemsOf, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

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

test('the preview shows the states of the data and the languages', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'assets/withdraw')
  await page.getByLabel('User', { exact: true }).focus()
  await page.getByLabel('User', { exact: true }).selectOption('visitor')
  await expect(page.getByText('it sends this user there')).toBeVisible()
  // The app moves the focus to the screen to which it has sent the user; the author is at another control.
  await frameOf(page)
    .getByRole('button', { name: 'Forgot password?' })
    .evaluate((element) => element.focus())
  await expect(page.getByLabel('User', { exact: true })).toBeFocused()
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

test('a screen that needs an id shows a record of the list that links to it', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'news/detail')
  await expect(page.getByText(/An example is taken: id \S+\./)).toBeVisible()
  await expect(page.getByText('An example is taken: id sample-1.')).toBeHidden()
  // The record of the server, whose words are of its content.
  await expect(frameOf(page).locator('main:visible p').first()).toBeVisible()
})
