import { LONG } from '../kit/long.ts'
import { entering, openView, problemsOf, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

test('a form is drawn with sample data, and judged by the server', LONG, async ({ page }) => {
  await enter(page, 'Radia')
  await openView(page, 'Forms')
  await page.getByRole('complementary', { name: 'Forms' }).getByRole('button', { name: 'priceAlert' }).click()
  await page.getByRole('main', { name: 'Form priceAlert' }).getByText('Code', { exact: true }).click()
  await expect(
    page.getByRole('textbox', { name: 'schema of schemas/forms/priceAlert.json', exact: true }),
  ).toContainText('symbol')
  const says = page.getByRole('region', { name: 'What the server says' })
  await page.getByRole('region', { name: 'Sample data' }).getByText('Code', { exact: true }).click()
  const sample = page.getByLabel('Sample data as JSON')
  await sample.fill('{"symbol":"BTC","price":"ten"}')
  await expect(says).toContainText('refuses it')
  await sample.fill('{"symbol":"BTC","price":"12"}')
  await expect(says).toContainText('accepts it.')
  const live = page.frameLocator('iframe[title="The live form"]')
  await expect(live.locator('form')).toBeVisible()
  // Other values are typed as soon as the sample data is in the frame.
  const price = live.getByRole('textbox', { name: 'Alert price' })
  await expect.poll(() => price.inputValue(), { intervals: [20] }).toBe('12')
  await price.fill('')
  await expect(says).toContainText('“Alert price” is not filled in.')
  await price.fill('13')
  await expect(says).toContainText('accepts it.')
  await page.getByRole('textbox', { name: 'rules of schemas/forms/priceAlert.json' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '[{ "check": "=prize > decimal(\'0\')", "field": "price", "message": "spot.priceAboveZero" }]',
  )
  await expect(problemsOf(page)).toContainText('prize')
})

test('a rule holds only under a condition, and rules of the code are listed in words', LONG, async ({ page }) => {
  await enter(page, 'Emmy')
  await openView(page, 'Forms')
  await page.getByRole('complementary', { name: 'Forms' }).getByRole('button', { name: 'spotStop' }).click()
  const rules = page.getByRole('region', { name: 'Rules', exact: true })
  await rules.getByRole('button', { name: 'Only under a condition' }).first().click()
  await rules.getByLabel('Condition: Field').selectOption('kind')
  await rules.getByLabel('Condition: Value').selectOption('oco')
  await expect(rules.getByLabel('Condition: Comparison')).toHaveValue('==')
  await expect(problemsOf(page)).toContainText('The catalogue is sound.')
  await page.getByRole('main', { name: 'Form spotStop' }).getByText('Code', { exact: true }).click()
  const code = page.getByRole('textbox', { name: 'rules of schemas/forms/spotStop.json' })
  await expect(code).toContainText("=kind == 'oco' ? price > decimal('0') : true")
  await code.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    `[{ "check": "=price > decimal('0') && price < decimal('9')", "field": "price", "message": "spot.priceAboveZero" }]`,
  )
  await expect(rules).toContainText('is more than 0 and “')
  await expect(rules).toContainText('It is changed in the code:')
  await expect(rules.getByLabel('Message of the rule')).toBeVisible()
})
