import type { APIRequestContext } from '@playwright/test'
import type { Manifest, Screen } from '../../../src/engine/language/expressions/program.ts'
import { satisfyGuards } from '../kit/accessRules.ts'
import { sample } from '../kit/samples.ts'
import { goto, main } from '../kit/screen.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

/** The address of a route, with samples of its required parameters. */
async function addressOf(request: APIRequestContext, route: string, token: string): Promise<string> {
  const { routes } = (await (await request.get('/h5/catalogue/manifest.json')).json()) as Manifest
  const { params } = (await (await request.get(`/h5/catalogue/${routes[route]?.hash}.json`)).json()) as Screen
  const query = new URLSearchParams()
  for (const [name, { required }] of Object.entries(params))
    if (required) query.set(name, await sample(request, route, name, { token, mode: 'real' }))
  return query.size > 0 ? `${route}?${query}` : route
}

test('a visitor sees what each open screen is for', LONG, async ({ page, request }) => {
  for (const [route, ...shown] of [
    [
      '/pages/forget/index',
      'Reset password',
      'We send a code to your phone or email',
      'Phone',
      'Email',
      'Set password',
    ],
    ['/pages/user/language', '日本語', '한국어', 'Deutsch', 'العربية'],
    ['/pages/service/index', 'How can we help?', 'Talk to us', 'Help'],
    ['/pages/kefu/index', 'Choose how you want to reach us'],
    ['/pages/webview/index', 'You are leaving the app', 'https://example.com/', 'Stay here'],
    ['/pages/404/index', 'This page does not exist', 'Go to Home'],
  ] as const)
    await test.step(`sees ${shown[0]} at ${route}`, async () => {
      await goto(page, await addressOf(request, route, ''))
      for (const text of shown) await expect(main(page)).toContainText(text)
    })
})

test('a user sees what each screen is for', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  for (const [route, ...shown] of [
    ['/pages/assets/withdrawOrder', 'All', 'In review', 'Success', 'Failed'],
    ['/pages/bankcard/add', 'Check every character', 'Save'],
    ['/pages/user/editLoginpwd', 'You stay logged in here', 'Change password'],
    ['/pages/user/editEmail', 'For codes and messages about your account', 'Save email'],
    ['/pages/user/editPhone', 'For codes and messages about your account', 'Save phone number'],
    ['/pages/InterestTreasure/index', 'In custody', 'Yesterday', 'Total earned', 'My orders'],
    ['/pages/trade/order', 'Spot', 'Fixed time', 'Both directions'],
    ['/pages/contract/orderRecond', 'Opening orders', 'Any status'],
    ['/pages/contract/transactionRecords', 'Closed positions', 'Any status'],
    ['/pages/contract/info', 'Size of one lot', 'Bid', 'Ask'],
    ['/pages/deposit/index', 'Earned', 'Still to come', 'My fixed deposits', 'Offers'],
  ] as const)
    await test.step(`sees ${shown[0]} at ${route}`, async () => {
      await goto(page, await addressOf(request, route, token))
      await expect(page).toHaveURL(new RegExp(`#${route}(\\?|$)`))
      for (const text of shown) await expect(main(page)).toContainText(text)
    })
})

test('a user reads the requested article and message', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  for (const route of ['/pages/news/detail', '/pages/help/detail'])
    await test.step(`the article at ${route}`, async () => {
      const address = await addressOf(request, route, '')
      const id = new URLSearchParams(address.split('?')[1]).get('id') ?? ''
      const { data } = (await (await request.post('/api/news/detail', { form: { lang: 'en', id } })).json()) as {
        data: { title: string; paragraphs: string[] }
      }
      await goto(page, address)
      await expect(main(page)).toContainText(data.title)
      for (const paragraph of data.paragraphs) await expect(main(page)).toContainText(paragraph)
    })

  await test.step('the message at /pages/notification/detail', async () => {
    const address = await addressOf(request, '/pages/notification/detail', token)
    const id = new URLSearchParams(address.split('?')[1]).get('id') ?? ''
    const { data } = (await (
      await request.get('/api/user/message_detail', { params: { lang: 'en', id }, headers: { authorization: token } })
    ).json()) as { data: { title: string; text: string } }
    await goto(page, address)
    await expect(main(page)).toContainText(data.title)
    await expect(main(page)).toContainText(data.text)
    expect(data.title).not.toBe(en('notification.title'))
  })
})
