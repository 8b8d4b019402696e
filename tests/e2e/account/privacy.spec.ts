import { readFileSync } from 'node:fs'
import { axe } from '../kit/axe.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { LONG } from '../kit/long.ts'
import { main, settled } from '../kit/screen.ts'
import { en } from '../kit/texts.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'

test(
  'the data of a user are saved as a file after a step-up; agreed documents have a version',
  LONG,
  async ({ page, request }) => {
    const { token, account } = await registerUser(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/user/privacy')
    await settled(page)
    await expect(main(page)).toContainText(en('document.terms'))
    expect((await axe(page)).violations).toEqual([])
    const saved = page.waitForEvent('download')
    await main(page)
      .getByRole('button', { name: en('privacy.save') })
      .click()
    await confirmIdentity(page)
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^account-data-.*\.json$/)
    const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as { tables: { users: { account: string }[] } }
    expect(file.tables.users).toMatchObject([{ account }])
    await main(page)
      .getByRole('button', { name: en('document.terms') })
      .click()
    await expect(page).toHaveURL(/help\/detail/)
  },
)
