import type { APIRequestContext, BrowserContext, Page, Worker } from '@playwright/test'
import { startPushService, subscriber, type LocalPushService } from '../../support/server/push.ts'
import { axe } from '../kit/axe.ts'
import { main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'
import { registerUser, storeSettings, type Member } from '../kit/flows/user.ts'

// With a service worker, which shows the notifications.
test.use({ savesData: false })

let service: LocalPushService
test.beforeAll(async () => {
  service = await startPushService()
})
test.afterAll(() => service.close())

const browserKeys = subscriber()

/** The push service of Chromium needs the network, and is off in the contexts of a test: the page subscribes at the local one. */
const subscribeLocally = (page: Page, endpoint: string): Promise<unknown> =>
  page.addInitScript(
    (subscription) => {
      const toJSON = () => subscription
      Object.defineProperty(PushManager.prototype, 'subscribe', {
        value: () => Promise.resolve({ toJSON }),
      })
    },
    { endpoint, keys: browserKeys.keys },
  )

async function activeWorker(context: BrowserContext, page: Page): Promise<Worker> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
  await expect.poll(state).toBe('activated')
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  return worker
}

/** Opens the settings of notifications in a page that the service worker controls. */
async function open(page: Page, context: BrowserContext, member: Member, lang: string): Promise<Worker> {
  await context.grantPermissions(['notifications'])
  await subscribeLocally(page, `${service.origin}/${member.account}`)
  await storeSettings(page, { token: member.token, lang })
  await page.goto('/h5/#/pages/user/notices')
  await settled(page)
  const worker = await activeWorker(context, page)
  await page.reload()
  await settled(page)
  return worker
}

async function loginElsewhere(request: APIRequestContext, { account, password }: Member): Promise<void> {
  const slide = (await (await request.get('/api/captcha/slide?lang=en')).json()) as { data: { challenge: string } }
  const reply = await request.post('/api/user/login', {
    form: { lang: 'en', type: 'account', account, password, slide: slide.data.challenge },
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36',
    },
  })
  expect(((await reply.json()) as { type: string }).type).toBe('ok')
}

/** The pushes to a subscription, decrypted. */
const pushed = ({ account }: Member): string[] =>
  service.received.flatMap(({ path, body }) => (path === `/${account}` ? [browserKeys.decrypt(body)] : []))

/** Delivers a push to the service worker, as the push service of a browser does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await session.detach()
}

/** Records in the worker whether the next notification is displayed. */
const recordDisplay = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; displayed: boolean }
    const { registration } = scope
    scope.displayed = false
    registration.showNotification = async (...notification) => {
      await ServiceWorkerRegistration.prototype.showNotification.apply(registration, notification)
      scope.displayed = true
    }
  })

/** Chromium loses a notification that is read before it is displayed. */
const isDisplayed = (worker: Worker): Promise<boolean> =>
  worker.evaluate(() => (globalThis as unknown as { displayed: boolean }).displayed)

const shown = (worker: Worker): Promise<{ title: string; body: string; lang: string }[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }))
  })

/** Presses the only notification. The browser refuses `waitUntil` of an event that a script has made. */
const pressNotification = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      ExtendableEvent: { prototype: object }
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const work: Promise<unknown>[] = []
    Object.defineProperty(scope.ExtendableEvent.prototype, 'waitUntil', {
      configurable: true,
      value: (promise: Promise<unknown>) => void work.push(promise),
    })
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('There is no notification.')
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    await Promise.all(work)
  })

for (const lang of ['en', 'ar'] as const)
  test(`${lang}: a push is shown as a notification, which opens its screen`, async ({ page, context, request }) => {
    const t = createTextOf(lang)
    const member = await registerUser(request)
    const language = { data: { lang, language: lang }, headers: { authorization: member.token } }
    expect((await request.post('/api/set/lang', language)).ok()).toBe(true)
    const worker = await open(page, context, member, lang)
    const onThisDevice = main(page).getByRole('switch', { name: t('notices.push') })
    await expect(onThisDevice).not.toBeChecked()
    await onThisDevice.click()
    await expect(onThisDevice).toBeChecked()
    await settled(page)
    expect((await axe(page)).violations).toEqual([])

    await loginElsewhere(request, member)
    await expect.poll(() => pushed(member).length).toBe(1)
    const [text = ''] = pushed(member)
    await page.evaluate(() => void (location.hash = '#/pages/index/index'))
    await settled(page)
    await recordDisplay(worker)
    await deliver(context, page, text)
    await expect.poll(() => isDisplayed(worker)).toBe(true)
    const [notification, ...others] = await shown(worker)
    expect(others).toEqual([])
    const titles = {
      en: 'Login on another device: Chrome, Windows',
      ar: 'تسجيل دخول من جهاز آخر: \u2068Chrome, Windows\u2069',
    }
    expect(notification).toMatchObject({ title: titles[lang], lang })
    expect(notification?.body).not.toBe('')

    await pressNotification(worker)
    await expect(page).toHaveURL(/#\/pages\/user\/sessions$/)
    await expect(main(page)).toContainText('Chrome, Windows')
    expect(await shown(worker)).toEqual([])
  })

test('a user who refuses notifications is shown how to allow them', async ({ page, context, request }) => {
  const member = await registerUser(request)
  await open(page, context, member, 'en')
  await context.clearPermissions()
  await page.evaluate(() => {
    Object.defineProperty(Notification, 'requestPermission', { value: () => Promise.resolve('denied') })
  })
  const onThisDevice = main(page).getByRole('switch', { name: createTextOf('en')('notices.push') })
  await onThisDevice.click()
  await expectToast(page, createTextOf('en')('push.refused'))
  await expect(onThisDevice).not.toBeChecked()
})
