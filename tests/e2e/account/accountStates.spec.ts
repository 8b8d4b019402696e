import type { Page } from '@playwright/test'
import { axe } from '../kit/axe.ts'
import { leveraged } from '../kit/flows/lever.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { LONG } from '../kit/long.ts'
import { goto, main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf } from '../kit/texts.ts'

const LOOKS = [
  { lang: 'en', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
] as const

/** Checks the accessibility of what is shown, and keeps its picture with the results of the test. */
async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  expect((await axe(page)).violations, name).toEqual([])
}

for (const { lang, theme } of LOOKS)
  test(
    `${lang}, ${theme}: documents, risk test and break are shown where they are needed`,
    LONG,
    async ({ page, request }) => {
      const t = createTextOf(lang)
      const { token } = await registerUser(request)
      await storeSettings(page, { token, lang, theme })
      await goto(page, '/pages/user/riskTest')
      await expect(main(page)).toContainText(t('riskTest.intro'))
      await look(page, 'riskTest')
      await goto(page, '/pages/user/privacy')
      for (const document of ['terms', 'risk', 'privacy'] as const)
        await expect(main(page)).toContainText(t(`document.${document}`))
      await look(page, 'documents')
      await goto(page, '/pages/assets/topup')
      await post(request, token, 'safe/pause', { length: 'days7' })
      await page.reload()
      await expect(main(page)).toContainText(t('pause.now'))
      await look(page, 'pauseAtDeposit')

      const trader = await leveraged(request)
      await post(request, trader.token, 'safe/pause', { length: 'days7' })
      await page.evaluate((stored) => localStorage.setItem('placard.token', stored), trader.token)
      await page.reload()
      await goto(page, '/pages/contract/index?symbol=BTCUSDT')
      await expect(main(page)).toContainText(t('pause.now'))
      await expect(main(page).getByRole('button', { name: `${t('lever.side.long')} BTC`, exact: true })).toBeDisabled()
      await look(page, 'pauseAtTicket')
    },
  )
