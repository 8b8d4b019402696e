import type { Page } from '@playwright/test'
import { loadProject } from '../../../codegen/cli/load.ts'
import { LONG } from '../kit/long.ts'
import { publisher, type Publisher } from '../kit/flows/publisher.ts'
import { settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'

const REGISTER = '/pages/register/index'
const ABOUT = '/pages/user/about'

// The test includes the data that a client has stored.
test.use({ savesData: false })

let place: Publisher
test.beforeAll(async () => {
  place = await publisher()
})
test.afterAll(() => place?.stop())
test.describe.configure({ mode: 'serial' })

const open = (page: Page, route: string) => page.goto(`${place.origin}/h5/#${route}`)
const enter = (page: Page, route: string) => page.evaluate((hash) => void (location.hash = hash), route)
const account = (page: Page) => page.getByRole('textbox', { name: en('field.account') })
const password = (page: Page) => page.getByLabel(en('field.password'), { exact: true })
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Makes a client check the live revision and load it. */
async function pollRevision(page: Page): Promise<void> {
  const polled = page.waitForResponse((response) => response.url().endsWith('/catalogue/live.json'))
  await wake(page)
  await (await polled).finished()
  await settled(page)
}
const wake = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

const say = (text: string) => place.edit('locales/en.json', (texts) => void (texts['register.submit'] = text))

/** As staff do. */
async function publish(note: string): Promise<string> {
  const { status, out } = await place.run(['publish', '--yes', '--note', note])
  expect(status, out).toBe(0)
  return out
}

test(
  'typed input survives a publication and a rollback, on the open screen and on return to it',
  LONG,
  async ({ page }) => {
    const before = await place.live()
    await open(page, REGISTER)
    await account(page).fill('ada_lovelace')
    await password(page).fill('secret12')

    say('Open my account')
    const out = await publish('friendlier')
    expect(out).toContain('Open my account')
    expect(out).toContain('when it is next entered')
    await pollRevision(page)
    await test.step('the open screen is unchanged, with its texts', async () => {
      await expect(submit(page, en('register.submit'))).toBeVisible()
      await expect(account(page)).toHaveValue('ada_lovelace')
      await expect(password(page)).toHaveValue('secret12')
    })
    await test.step('entered again, the published one is shown, with the draft and without the secret', async () => {
      await enter(page, ABOUT)
      await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
      await page.goBack()
      await expect(submit(page, 'Open my account')).toBeVisible()
      await expect(account(page)).toHaveValue('ada_lovelace')
      await expect(password(page)).toHaveValue('')
    })
    await test.step('a rollback', async () => {
      await password(page).fill('secret12')
      const back = await place.run(['rollback', before.revision.slice(0, 8), '--note', 'not yet'])
      expect(back.status, back.out).toBe(0)
      await pollRevision(page)
      await expect(submit(page, 'Open my account')).toBeVisible()
      await expect(account(page)).toHaveValue('ada_lovelace')
      await expect(password(page)).toHaveValue('secret12')
      await enter(page, ABOUT)
      await page.goBack()
      await expect(submit(page, en('register.submit'))).toBeVisible()
      await expect(account(page)).toHaveValue('ada_lovelace')
    })
    await test.step('the record shows both', async () => {
      const { out: log } = await place.run(['log'])
      expect(log).toMatch(/publish .*friendlier[\s\S]*rollback .*not yet/)
      const { out: list } = await place.run(['revisions'])
      expect(list).toMatch(new RegExp(`\\* ${before.revision.slice(0, 12)}`))
      expect(list).toContain('friendlier')
    })
  },
)

test('an urgent revision appears on an open page automatically, while the user types', LONG, async ({ page }) => {
  place.restore()
  const { revision: old } = await place.live()
  await open(page, REGISTER)
  await account(page).fill('grace')
  await password(page).fill('secret12')
  await account(page).focus()
  say('Urgently open')
  const { status, out } = await place.run(['publish', '--yes', '--urgent', '--note', 'now'])
  expect(status, out).toBe(0)
  await expect(submit(page, 'Urgently open')).toBeVisible()
  await expect(account(page)).toHaveValue('grace')
  await expect(password(page)).toHaveValue('secret12')
  await expect(account(page)).toBeFocused()
  await page.keyboard.type(' hopper')
  await expect(account(page)).toHaveValue('grace hopper')

  const { revision: young } = await place.live()
  for (const [revision, text] of [
    [old, en('register.submit')],
    [young, 'Urgently open'],
  ] as const) {
    const answer = await place.ask('rollback', { revision, author: 'e2e', urgent: true })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await expect(submit(page, text)).toBeVisible()
  }
  await expect(account(page)).toHaveValue('grace hopper')
})

test('content that does not match its hash is refused, and the last good revision stays', LONG, async ({ page }) => {
  place.restore()
  say('Altered on its way')
  let spoilt = 0
  await page.route('**/h5/catalogue/*.json', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    // Altered at a different address each time: the texts themselves.
    if (!text.includes('Altered on its way')) return route.fulfill({ response })
    spoilt += 1
    return route.fulfill({ response, body: text.replace('Altered on its way', 'Give us your password') })
  })
  await open(page, REGISTER)
  await account(page).fill('ada')
  const shown = await page.locator('main button[type=submit]').innerText()
  await place.publish('altered', true)
  await expect.poll(() => spoilt).toBeGreaterThan(0)
  await page.waitForTimeout(6_000)
  await expect(submit(page, shown)).toBeVisible()
  await expect(account(page)).toHaveValue('ada')
  // Two requests per check; checks become rarer.
  expect(spoilt).toBeLessThanOrEqual(6)
  await page.unroute('**/h5/catalogue/*.json')
  await wake(page)
  await expect(submit(page, 'Altered on its way')).toBeVisible()
  await expect(account(page)).toHaveValue('ada')
})

test(
  'a client that lacks something keeps the last revision it can draw, also when it is reopened',
  LONG,
  async ({ page }) => {
    place.restore()
    say('What every client can draw')
    await place.publish('for all')
    const { revision } = await place.live()
    const said: string[] = []
    page.on('console', (message) => void (message.text().includes('placard: catalogue') && said.push(message.text())))
    await open(page, REGISTER)
    await expect(submit(page, 'What every client can draw')).toBeVisible()

    say('What only a later client can draw')
    let later = 0
    place.edit('src/engine/widgets/Form/Form.schema.json', (schema) => {
      later = Number(schema.version ?? 1) + 1
      schema.version = later
    })
    await place.publish('for later ones', true)
    expect((await place.live()).recent.slice(0, 2)[1]).toBe(revision)
    await expect.poll(() => said.join('\n')).toContain(`Form@${later}`)
    await pollRevision(page)
    await expect(submit(page, 'What every client can draw')).toBeVisible()
    expect(said).toHaveLength(1)
    await page.reload()
    await expect(submit(page, 'What every client can draw')).toBeVisible()
  },
)

test('nothing goes live without the key or without passing the check', LONG, async () => {
  place.restore()
  say('Never to be seen')
  const before = await place.live()
  const wrong = await place.run(['publish', '--yes'], 'another-key-of-forty-characters-in-length')
  expect(wrong.status).toBe(1)
  expect(wrong.out).toContain('The operator key is wrong.')

  place.edit('screens/user/about.json', (screen) => void (screen.title = '=session.usr.account'))
  const failing = await place.run(['publish', '--yes'])
  expect(failing.status).toBe(1)
  expect(failing.out).toMatch(/screens\/user\/about\.json:\d+:\d+/)
  // The server validates regardless of the command line.
  const files = Object.fromEntries(loadProject(place.folder))
  const sent = await place.ask('publish', { files, author: 'e2e', note: 'unchecked' })
  expect(sent.status).toBe(422)
  expect(JSON.stringify(sent.body.diagnostics)).toContain('screens/user/about.json')

  place.restore()
  const asked = await place.run(['publish'])
  expect(asked).toMatchObject({ status: 2 })
  expect(asked.out).toContain('--yes')
  expect((await place.run(['publish', '--dry-run'])).status).toBe(0)
  expect(await place.live()).toEqual(before)
  const { out: log } = await place.run(['log'])
  expect(log).toContain('wrong key')
  expect(log).toContain('do not pass check')
})
