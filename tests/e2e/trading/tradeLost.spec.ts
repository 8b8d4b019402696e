import { LONG } from '../kit/long.ts'
import { PRODUCTS, agree, ask, open } from '../kit/products.ts'
import { settled, dialog } from '../kit/screen.ts'
import { blockRequest, keysOf, leaveUnanswered, loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

for (const product of PRODUCTS) {
  const { name, call, who, count } = product

  test(
    `${name}: pressed twice, with a lost answer and a reload in between: each is one order, and its outcome is shown`,
    LONG,
    async ({ page, request, pageErrors }) => {
      const { token } = await who(request)
      await storeSettings(page, { token })
      await open(page, product)
      const keys = keysOf(page, call)
      await loseAnswers(page, call)
      await ask(page, product)
      await agree(page, product).dblclick()
      await expect.poll(() => keys.length).toBe(2)
      await expect(dialog(page)).toHaveCount(0)
      await settled(page)
      expect([new Set(keys).size, await count(request, token)]).toEqual([1, 1])

      for (const arrived of [true, false]) {
        const { sent } = await leaveUnanswered(page, call, arrived)
        await ask(page, product)
        await agree(page, product).click()
        await sent
        await page.reload()
        await expectToast(
          page,
          arrived ? en('shell.moneyDone', { what: en('success.orderPlaced') }) : en('shell.moneyUndone'),
        )
        await settled(page)
        expect(await count(request, token), arrived ? 'arrived' : 'did not arrive').toBe(2)
      }
      allowConsoleErrors(pageErrors)
    },
  )

  test(
    `${name}: sent from two tabs at once it is one order, and the second tab is notified`,
    LONG,
    async ({ page, request, context }) => {
      const { token } = await who(request)
      await storeSettings(page, { token })
      await open(page, product)
      const other = await context.newPage()
      await open(other, product)
      const { sent, release } = await blockRequest(page, call)
      await ask(page, product)
      await ask(other, product)
      const [first, second] = [keysOf(page, call), keysOf(other, call)]
      await agree(page, product).click()
      await sent
      await agree(other, product).click()
      await expect(dialog(other)).toHaveCount(0)
      release()
      await expectToast(other, en('error.earlierDone'))
      await expect(dialog(page)).toHaveCount(0)
      expect([first.length, second.length, await count(request, token)]).toEqual([1, 0, 1])
      await other.close()
    },
  )
}
