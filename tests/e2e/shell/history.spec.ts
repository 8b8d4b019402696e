import { readFileSync } from 'node:fs'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { activate } from '../kit/flows/seconds.ts'
import { goto, settled, dialog, main } from '../kit/screen.ts'
import { info } from '../kit/flows/spot.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { en } from '../kit/texts.ts'

test(
  'the trade history filters by kind, instrument and date, and is saved as a file',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await activate(request, token, 'BTCUSDT', 'spot')
    const key = (name: string) => ({ 'idempotency-key': `e2e-history-${name}-${Date.now()}` })
    const { ask } = await info(request, token)
    const order = { mode: 'real', symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity: '0.0005', price: ask }
    await post(request, token, 'coin/trade', order, key('buy'))
    await openLever(request, token)
    const [position] = (await trades(request, token)).positions
    if (!position) throw new Error('There is no position')
    await post(request, token, 'lever/close', { mode: 'real', id: position.id, lots: position.lots }, key('close'))

    await storeSettings(page, { token })
    // The deal in cryptocurrency is there at once.
    await goto(page, '/pages/contract/transactionRecords')
    await expect(main(page).getByRole('listitem')).toContainText('BTC/USDT')
    await goto(page, '/pages/user/index')
    await main(page)
      .getByRole('button', { name: en('history.title') })
      .click()
    await settled(page)
    const rows = main(page).getByRole('listitem')
    const showAll = async () => {
      await waitForTapGuard(page)
      await main(page)
        .getByRole('button', { name: en('history.clear') })
        .click()
    }
    // The purchase, the opening of the position, and its closing.
    await expect(rows).toHaveCount(3)
    expect((await axe(page)).violations).toEqual([])

    await main(page)
      .getByRole('tab', { name: en('history.kind.leverage') })
      .click()
    await expect(rows).toHaveCount(2)
    await main(page)
      .getByRole('button', { name: en('history.kind') })
      .click()
    await dialog(page)
      .getByRole('radio', { name: en('history.lever.leverage') })
      .click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(`${en('history.side.long')} BTC/USDT`)
    await rows.getByRole('button').click()
    await expect(page).toHaveURL(/receipt\/index\?kind=leverDeal/)
    await page.goBack()
    await settled(page)

    await main(page)
      .getByRole('tab', { name: en('deposit.all') })
      .click()
    await main(page)
      .getByRole('button', { name: en('history.side') })
      .click()
    await dialog(page)
      .getByRole('radio', { name: en('history.sides.sell') })
      .click()
    await expect(main(page)).toContainText(en('history.emptyFiltered'))
    await showAll()

    await main(page)
      .getByRole('tab', { name: en('deposit.all') })
      .click()
    await main(page)
      .getByRole('button', { name: en('history.instrument') })
      .click()
    await dialog(page).getByRole('radio', { name: 'ETH/USDT' }).click()
    await expect(main(page)).toContainText(en('history.emptyFiltered'))
    await showAll()
    await expect(rows).toHaveCount(3)

    // A day without trades, then a range that ends before it begins.
    await main(page)
      .getByRole('button', { name: en('statement.period') })
      .click()
    await dialog(page).getByLabel(en('field.dateFrom')).fill('2020-02-01')
    await dialog(page).getByLabel(en('field.dateTo')).fill('2020-01-01')
    await dialog(page)
      .getByRole('button', { name: en('history.showDates') })
      .click()
    await expect(dialog(page)).toContainText(en('history.datesOrder'))
    await dialog(page).getByLabel(en('field.dateTo')).fill('2020-02-02')
    await dialog(page)
      .getByRole('button', { name: en('history.showDates') })
      .click()
    await expect(main(page)).toContainText(en('history.emptyFiltered'))
    await expect(main(page)).toContainText('2020-02-01 – 2020-02-02')
    await showAll()

    await main(page)
      .getByRole('tab', { name: en('history.kind.spot') })
      .click()
    await expect(rows).toHaveCount(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en('history.save') }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^trades-real-.*\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,${en('history.kind.spot')},BTC/USDT,${en('history.side.buy')},0.0005,`)
  },
)
