import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAxe } from '../kit/axe.ts'
import { LONG } from '../kit/long.ts'
import {
  askStudio,
  editorOf,
  entering,
  frameOf,
  nodesOf,
  openScreen,
  openView,
  problemsOf,
  studioForFile,
} from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const root = join(import.meta.dirname, '../../..')
const place = studioForFile()
const enter = entering(place)
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
    // The lines that are in view now.
    const before = await editorOf(page).innerText()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type(' typed')
    await expect(editorOf(page)).toContainText(', typed')
    // Letters that are typed slowly are several steps.
    await expect(async () => {
      if ((await editorOf(page).innerText()) !== before) await page.getByRole('button', { name: 'Undo' }).click()
      expect(await editorOf(page).innerText()).toBe(before)
    }).toPass()
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
  // The key belongs to the editor once the dialog has given the focus back.
  await expect(editorOf(page)).toBeFocused()
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
