import { readFileSync } from 'node:fs'
import { axe } from '../kit/axe.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { LONG } from '../kit/long.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { open, records, submit, type, yes } from '../kit/flows/transfer.ts'
import { en } from '../kit/texts.ts'

test(
  'the account statement has each entry with the balance after it, and is saved as a file',
  LONG,
  async ({ page, request }) => {
    await open(page, request)
    await type(page, '12.5')
    await submit(page).click()
    await yes(page).click()
    await records(page)
    const choose = async (shown: string, wanted: string) => {
      await waitForTapGuard(page)
      await main(page)
        .getByRole('button', { name: en(shown) })
        .click()
      await dialog(page)
        .getByRole('radio', { name: en(wanted), exact: true })
        .click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.goto('/h5/#/pages/assets/index')
    await page.getByRole('button', { name: en('statement.title') }).click()
    await settled(page)
    for (const shown of [en('statement.entry.transfer'), '+12.50', '−12.50', '987.50', en('statement.entry.opening')])
      await expect(main(page)).toContainText(shown)
    expect((await axe(page)).violations).toEqual([])

    // The rows of a day are under one date.
    await expect(main(page).getByRole('heading', { name: /^\d{4}-\d\d-\d\d$/ })).toHaveCount(1)

    await choose('history.kind', 'statement.group.other')
    await expect(main(page)).toContainText(en('statement.entry.opening'))
    await expect(main(page)).not.toContainText('12.50')
    await choose('statement.group.other', 'statement.group.all')

    await choose('statement.account', 'assets.contract')
    await expect(main(page)).not.toContainText(en('statement.entry.opening'))

    await main(page)
      .getByRole('button', { name: en('statement.entry.transfer') })
      .click()
    await expect(dialog(page)).toContainText(en('statement.reference'))
    await page.keyboard.press('Escape')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en('statement.save') }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^statement-real-.*\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain(`${en('assets.contract')},${en('statement.entry.transfer')},,USDT,12.5,12.5,`)
    expect(text.trim().split('\r\n')).toHaveLength(2)
  },
)
