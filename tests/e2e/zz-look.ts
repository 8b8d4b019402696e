import { chromium, request as requests } from '@playwright/test'
import { launch, phone } from './kit/browser.ts'
import { goto } from './kit/screen.ts'
import { startSandbox } from './kit/server.ts'
import { satisfyGuards } from './kit/accessRules.ts'
import { caller } from './kit/caller.ts'
import { registerUser, storeSettings } from './kit/user.ts'
// args: lang,theme,width route [route…]
const [spec = 'en,dark,390', ...routes] = process.argv.slice(2)
const server = await startSandbox()
const browser = await chromium.launch(launch)
try {
  const request = await caller(server.origin)
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  for (const one of spec.split(';')) {
    const [lang, theme, width] = one.split(',')
    const context = await browser.newContext({ ...phone, baseURL: server.origin, viewport: { width: Number(width), height: 844 } })
    const page = await context.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text()))
    await storeSettings(page, { token, lang: lang!, theme: theme as 'dark' })
    for (const route of routes) {
      await goto(page, route)
      await page.screenshot({ path: `/tmp/prod/look/${"s"+route.replace(/[^a-zA-Z0-9]+/g, '-')}.${lang}.${theme}.${width}.png`, fullPage: false })
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
