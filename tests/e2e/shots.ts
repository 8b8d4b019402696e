import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { readArguments } from '../../codegen/commands/options.mjs'

const USAGE = `npm run screenshots [-- <folder>] [options]

A picture of every screen on a phone; the folder is data/screenshots by default.

  --lang en,ar         languages
  --theme dark,light   themes (dark by default)
  --only <parts>       only routes that contain one of these, separated by commas
  --width 320          width of the phone
  --text 200           size of the texts in per cent
  --fixtures           the fixtures of the screens instead, each named by its screen and its own name
`
const { values, positionals } = readArguments({
  usage: USAGE,
  positionals: true,
  options: {
    lang: { type: 'string', default: 'en,ar' },
    theme: { type: 'string', default: 'dark' },
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    text: { type: 'string' },
    fixtures: { type: 'boolean', default: false },
  },
})
// Only now: the arguments are refused without loading a browser.
const { chromium, request: requests } = await import('@playwright/test')
const { launch, phone } = await import('./kit/browser.ts')
const { stops, tour } = await import('./kit/catalogue.ts')
const { allFixtures } = await import('../support/fixtures.ts')
const { openFixture } = await import('./kit/fixtures.ts')
const { freePort } = await import('./kit/net/ports.ts')
const { stubForeignSite } = await import('./kit/test.ts')
const { registerUser, storeSettings } = await import('./kit/flows/user.ts')

const folder = resolve(positionals[0] ?? 'data/screenshots')
const port = freePort()
const origin = `http://127.0.0.1:${port}`
const data = mkdtempSync(joinPath(tmpdir(), 'placard-shots-'))

const server = spawn(process.execPath, ['codegen/commands/start.mjs'], {
  cwd: joinPath(import.meta.dirname, '../..'),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(port), PLACARD_DATA: data },
})
const browser = await chromium.launch(launch)
try {
  const request = await requests.newContext({ baseURL: origin })
  const ready = () =>
    request.get('/api/status').then(
      (reply) => reply.ok(),
      () => false,
    )
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error('The server did not start: its messages are above.')
    await new Promise((resume) => setTimeout(resume, 300))
  }
  const { token } = await registerUser(request)
  const isWanted = (name: string): boolean => values.only.split(',').some((part) => name.includes(part))
  const all = values.fixtures ? [] : (await stops(request, token)).filter(({ route }) => isWanted(route))
  const fixtures = values.fixtures ? allFixtures().filter(({ screen }) => isWanted(`/pages/${screen}`)) : []
  if (all.length + fixtures.length === 0) throw new Error(`No route contains any of ${values.only}.`)
  mkdirSync(folder, { recursive: true })
  for (const lang of values.lang.split(',')) {
    for (const theme of values.theme.split(',') as ('dark' | 'light')[]) {
      const openPage = async (): Promise<Page> => {
        const context = await browser.newContext({
          ...phone,
          baseURL: origin,
          ...(values.width && { viewport: { ...phone.viewport, width: Number(values.width) } }),
        })
        const page = await context.newPage()
        page.on('pageerror', (error) => console.error(error))
        await stubForeignSite(page)
        // The text size of the browser's own settings.
        if (values.text)
          await (
            await context.newCDPSession(page)
          ).send('Page.setFontSizes', { fontSizes: { standard: (16 * Number(values.text)) / 100 } })
        return page
      }
      const keep = async (page: Page, name: string): Promise<void> => {
        const variant = [lang, theme, values.width, values.text && `text${values.text}`].filter(Boolean).join('.')
        const path = joinPath(folder, `${name.replaceAll('/', '-')}.${variant}.png`)
        await page.screenshot({ path })
        console.log(path)
      }
      if (all.length > 0) {
        const page = await openPage()
        await storeSettings(page, { token, lang, theme })
        await tour(page, all, ({ route }) => keep(page, route.replace(/^\/pages\//, '')))
        await page.context().close()
      }
      for (const fixture of fixtures) {
        const page = await openPage()
        await openFixture(page, request, fixture, { lang, theme })
        await keep(page, `${fixture.screen}.${fixture.name}`)
        await page.context().close()
      }
    }
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
