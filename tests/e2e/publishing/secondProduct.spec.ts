import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startPlants } from '../../product/server.ts'
import { copySecondProduct } from '../../support/secondProduct.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'

/** Runs Node in the copy, which must end with 0. */
function passes(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
}

// The second product, generated, built, which checks it, and served: one copy for all tests, in the worker of other files.
test.describe.configure({ mode: 'default' })
let plants = { origin: '', stop: () => Promise.resolve() }
let removeCopy = (): void => undefined
test.beforeAll(async () => {
  const { folder, remove } = copySecondProduct()
  removeCopy = remove
  passes(folder, '--import', 'tsx', 'codegen/generate.ts')
  passes(folder, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  passes(folder, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
  plants = await startPlants(join(folder, 'dist'))
})
test.afterAll(async () => {
  await plants.stop()
  removeCopy()
})

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
