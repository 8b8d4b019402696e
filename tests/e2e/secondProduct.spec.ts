import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { startPlants } from '../product/server.ts'
import { copySecondProduct } from '../support/secondProduct.ts'
import { collectPageErrors } from './kit/test.ts'

/** Runs Node in the copy, which must end with 0. */
function passes(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
}

/** The second product, generated, checked, built and served. */
const test = base.extend<object, { plants: string }>({
  plants: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const { folder, remove } = copySecondProduct()
      passes(folder, '--import', 'tsx', 'codegen/generate.ts')
      passes(folder, '--import', 'tsx', 'codegen/check/cli.ts')
      passes(folder, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
      passes(folder, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
      const { origin, stop } = await startPlants(join(folder, 'dist'))
      await use(origin)
      await stop()
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ plants }, use) => use(plants),
})

// One copy for all tests.
test.describe.configure({ mode: 'default' })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Fills in the login and sends it. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Open' }).click()
}

test('a product about plants: a visitor logs in, and its access rule explains why a screen is closed', async ({
  page,
}) => {
  const { messages } = await collectPageErrors(page)
  await page.goto('/h5/')
  await expect(heading(page, 'Plants')).toBeVisible()
  await expect(page.getByText('What grows on your window sill')).toBeVisible()
  await page.getByRole('button', { name: 'To the garden' }).click()
  await expect(heading(page, 'Who is there?')).toBeVisible()
  await open(page, 'Stranger')
  await expect(page.getByText('That name does not work.')).toBeVisible()
  // A second press within half a second is ignored.
  await expect(page.getByText('That name does not work.')).toBeHidden()
  await open(page, 'Bob')
  await expect(page.getByText('Only people with plants see the garden.')).toBeVisible()
  await expect(heading(page, 'Plants')).toBeVisible()
  expect(messages).toEqual([])
})

test('a product about plants: its call, function, preference and tabs', async ({ page }) => {
  const { messages } = await collectPageErrors(page)
  await page.goto('/h5/#/garden')
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
  expect(messages).toEqual([])
})
