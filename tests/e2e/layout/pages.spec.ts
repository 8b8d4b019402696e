import { LONG } from '../kit/long.ts'
import { goto, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { records } from '../kit/flows/transfer.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'

test('a list shows each row once when it grows before its second page', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const transfer = (n: number) =>
    post(
      request,
      token,
      'wallet/transfer',
      { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: String(n) },
      { 'Idempotency-Key': `pages-${token.slice(0, 8)}-${n}` },
    )
  for (let n = 1; n <= 25; n++) await transfer(n)
  await storeSettings(page, { token })

  const cursors: (string | null)[] = []
  await page.route(/\/api\/wallet\/transfers/, async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('page') === '2') {
      cursors.push(searchParams.get('after'))
      await transfer(26)
    }
    await route.continue()
  })
  await goto(page, '/pages/assets/transferOrder')
  await records(page)
  const rows = main(page).getByRole('listitem')
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(25)
  const texts = await rows.allTextContents()
  expect(new Set(texts).size).toBe(25)
  expect(texts[19]).toContain('6.00')
  expect(texts[20]).toContain('5.00')
  expect(cursors).toEqual([expect.any(String)])
})
