import { expect, test } from '@playwright/test'

test('garden: asks for a login, then shows the plants', async ({ page }) => {
  await page.goto('/h5/#/garden')
  await expect(page.getByRole('heading', { level: 1, name: 'Who is there?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
  await expect(page.getByText('24 leaves')).toBeVisible()
})
