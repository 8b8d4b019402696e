import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../../codegen/commands/setup.mjs'

/** Below the ports that a system hands out; workers inherit it. */
const port = (process.env.PRODUCT_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000)))
const origin = `http://127.0.0.1:${port}`

// The limits only end a hang, so that a busy machine fails no test.
export default defineConfig({
  testDir: '.',
  outputDir: join(import.meta.dirname, '../../test-results'),
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    baseURL: origin,
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: {
    command: 'node codegen/commands/start.mjs',
    cwd: join(import.meta.dirname, '../..'),
    env: { PORT: port },
    url: `${origin}/h5/`,
    timeout: 600_000,
  },
})
