import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../../codegen/commands/options.mjs'

readArguments({
  usage:
    'npm run picture\n\nMakes the pictures of the README, tests/e2e/screens.jpg and tests/e2e/example.jpg, from screens of the running app.\n',
})
const folder = mkdtempSync(join(tmpdir(), 'placard-picture-'))
const shown = ['index-index.en.dark', 'trade-index.en.dark', 'kline-index.en.dark', 'market-index.ar.light']

function shoot(lang: string, theme: string, only: string): void {
  const { status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      join(import.meta.dirname, 'shots.ts'),
      folder,
      '--lang',
      lang,
      '--theme',
      theme,
      '--only',
      only,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('The screens could not be taken.')
}

shoot('en', 'dark', '/pages/index/,/pages/trade/index,/pages/kline/')
shoot('ar', 'light', '/pages/market/')
shoot('en', 'light', '/pages/assets/transferOrder')
const { chromium } = await import('@playwright/test')
const { launch } = await import('./kit/browser.ts')
const browser = await chromium.launch(launch)
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 660 } })
  const images = shown.map(
    (name) =>
      `<img alt="" width="290" src="data:image/png;base64,${readFileSync(join(folder, `${name}.png`)).toString('base64')}">`,
  )
  await page.setContent(`<body style="margin:16px;display:flex;gap:16px;background:#2b2f36">${images.join('')}</body>`)
  await page.screenshot({ path: join(import.meta.dirname, 'screens.jpg'), type: 'jpeg', quality: 82 })
  await page.setViewportSize({ width: 390, height: 180 })
  await page.setContent(
    `<body style="margin:0"><img alt="" width="390" src="data:image/png;base64,${readFileSync(join(folder, 'assets-transferOrder.en.light.png')).toString('base64')}">`,
  )
  await page.screenshot({ path: join(import.meta.dirname, 'example.jpg'), type: 'jpeg', quality: 82 })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
