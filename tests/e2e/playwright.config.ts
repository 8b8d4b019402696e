import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launch, phone } from './kit/browser.ts'
import { freePort } from './kit/ports.ts'

// The workers read this file too and find what the first reading chose.
process.env.E2E_PORT ??= String(freePort())
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'placard-e2e-'))
const { E2E_PORT: port, E2E_DATA: data } = process.env
const root = join(import.meta.dirname, '../..')

// Most specs move the server's clock on. Where seconds count (a quote, a code of an authenticator, a step of a review) nobody else may.
const bySeconds = ['exchange', 'account', 'withdraw', 'deposit']

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'together', testMatch: '*.spec.ts', testIgnore: bySeconds.map((name) => `${name}.spec.ts`) },
    ...bySeconds.map((name, index) => ({ name, testMatch: `${name}.spec.ts`, dependencies: [bySeconds[index - 1] ?? 'together'] })),
  ],
  globalTeardown: './kit/teardown.ts',
  outputDir: join(root, 'test-results'),
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...phone,
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: launch,
    contextOptions: { reducedMotion: phone.reducedMotion },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    // A build named by PLACARD_DIST is served as it is; the project's own is built anew when it is old.
    command: process.env.PLACARD_DIST ? 'node --import tsx src/server/main.ts' : 'node codegen/commands/start.mjs',
    cwd: root,
    url: `http://127.0.0.1:${port}/api/status`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: { PORT: port, PLACARD_DATA: data },
  },
})
