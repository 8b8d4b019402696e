import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createProduct } from '../../../codegen/starter/create.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'

/** Runs Node in the copy, which must end with 0. */
function passes(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
}

/** Starts the product of a folder by the command of npm start, and resolves to its process and its address. */
async function start(folder: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ['codegen/commands/start.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  await expect.poll(() => output).toContain('/h5/')
  return { child, origin: /http:\S+(?=\/h5\/)/.exec(output)?.[0] ?? '' }
}

// The second product, as npm run starter makes it, with the packages of this project: one for all tests, in the worker of other files.
test.describe.configure({ mode: 'default' })
const folder = mkdtempSync(join(tmpdir(), 'placard-product-'))
let plants: { child?: ChildProcess; origin: string } = { origin: '' }
test.beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  createProduct(folder)
  passes(folder, '--import', 'tsx', 'codegen/generate.ts')
  plants = await start(folder)
})
test.afterAll(() => {
  plants.child?.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('the starter: the gate of a new product passes', LONG, () => passes(folder, 'tests/run.mjs'))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Fills in the login and sends it. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Open' }).click()
}

test(
  'a product about plants: a visitor logs in, and its access rule explains why a screen is closed',
  LONG,
  async ({ page }) => {
    await page.goto(`${plants.origin}/h5/`)
    await expect(heading(page, 'Plants')).toBeVisible()
    await expect(page.getByText('What grows on your window sill')).toBeVisible()
    await page.getByRole('button', { name: 'To the garden' }).click()
    await expect(heading(page, 'Who is there?')).toBeVisible()
    await open(page, 'Stranger')
    const refusal = page.locator('[popover]').getByText('That name does not work.')
    await expect(refusal).toBeVisible()
    // A second press within half a second is ignored.
    await expect(refusal).toBeHidden()
    await open(page, 'Bob')
    await expect(page.getByText('Only people with plants see the garden.')).toBeVisible()
    await expect(heading(page, 'Plants')).toBeVisible()
  },
)

test('a product about plants: its call, function, preference and tabs', LONG, async ({ page }) => {
  await page.goto(`${plants.origin}/h5/#/garden`)
  await expect(heading(page, 'Who is there?')).toBeVisible()
  await open(page, 'Ada')
  await expect(heading(page, 'Garden')).toBeVisible()
  await expect(page.getByText('1 leaf', { exact: true })).toBeVisible()
  await expect(page.getByText('24 leaves')).toBeVisible()
  // 24 leaves and 2 days are thirsty, 1 leaf and 3 days are not.
  await expect(page.getByText('Thirsty')).toHaveCount(1)
  await page.getByRole('switch', { name: 'One line each' }).click()
  await expect(page.getByText('24 leaves')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Thirsty')).toBeVisible()
  await expect(page.getByText('24 leaves')).toBeHidden()
  await page.getByRole('navigation').getByText('Home').click()
  await expect(heading(page, 'Plants')).toBeVisible()
})
