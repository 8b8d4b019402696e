import { compose } from '../kit/flows/compose.ts'
import { entering, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const enter = entering(studioForFile())

test('a search in the studio in composition is left alone', async ({ page }) => {
  await enter(page)
  const search = page.getByRole('region', { name: 'Catalogue', exact: true }).getByRole('searchbox').first()
  await search.click()
  await compose(page, search, ['か', 'かな'])
  await expect(search).toHaveValue('かな')
})
