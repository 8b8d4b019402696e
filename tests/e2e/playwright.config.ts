import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launch, phone, WAIT_MS } from './kit/browser.ts'

// Each worker has its own server (kit/test.ts), so that no test moves the clock of another.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './kit/net/build.ts',
  outputDir: join(import.meta.dirname, '../../test-results'),
  fullyParallel: true,
  // As many as a small machine has cores: a test keeps one busy.
  workers: 2,
  forbidOnly: true,
  // These find a hang; a busy machine does not reach them.
  timeout: 1_200_000,
  expect: { timeout: WAIT_MS },
  reporter: [['list']],
  use: {
    ...phone,
    launchOptions: launch,
    contextOptions: { reducedMotion: phone.reducedMotion },
    actionTimeout: WAIT_MS,
    screenshot: 'only-on-failure',
    // To record a trace of failures: --trace retain-on-failure. It slows every test.
    trace: 'off',
  },
})
