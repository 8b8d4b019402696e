import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { LEAST_PICTURE_SIDE } from '../../../../src/engine/language/forms/uploads.ts'
import { pngOf } from '../../../support/server/png.ts'
import { expect } from '../test.ts'
import { main } from '../screen.ts'

let pictures = Math.floor(Math.random() * 1e6)

/** A valid picture, different each time: a square of one colour. */
export function picture(side = LEAST_PICTURE_SIDE): Buffer {
  pictures += 1
  const colour = [pictures & 255, (pictures >> 8) & 255, (pictures >> 16) & 255]
  const pixels = Buffer.alloc(side * side * 3, Buffer.from(colour))
  return pngOf({ width: side, height: side, pixels })
}

/** A valid picture of noise, which is larger than uploads may be: 5.6 MiB. */
export function largePhoto(): Buffer {
  const [width, height] = [1500, 1300]
  return pngOf({ width, height, pixels: randomBytes(width * height * 3), level: 0 })
}

/** Chooses a picture with the button of that name, as the file dialog would. */
export async function choosePicture(page: Page, button: string, content = picture()): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await main(page).getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name: 'payment.png', mimeType: 'image/png', buffer: content })
}

/** Makes a deposit over the API; returns its id. */
export async function charge(
  request: APIRequestContext,
  token: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const headers = { authorization: token }
  const file = { name: 'payment.png', mimeType: 'image/png', buffer: picture() }
  const upload = (await (await request.post('/api/upload', { headers, multipart: { lang: 'en', file } })).json()) as {
    data: { id: string }
  }
  const data = {
    lang: 'en',
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100',
    screenshot: upload.data.id,
    ...more,
  }
  const reply = (await (
    await request.post('/api/wallet/charge_req', {
      headers: { ...headers, 'idempotency-key': `e2e-deposit-${upload.data.id}` },
      data,
    })
  ).json()) as {
    type: string
    data: { id: string }
  }
  expect(reply.type).toBe('ok')
  return reply.data.id
}

/** Balance of the real coin account. */
export async function coin(request: APIRequestContext, token: string, currency = 'USDT'): Promise<string> {
  const reply = (await (
    await request.post('/api/wallet/get_info', {
      headers: { authorization: token },
      data: { lang: 'en', mode: 'real', currency },
    })
  ).json()) as {
    data: { account: { balance: string } }
  }
  return reply.data.account.balance
}
