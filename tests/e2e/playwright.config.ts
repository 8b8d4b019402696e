import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launch, phone } from './kit/browser.ts'

// Each worker has a server of its own (kit/test.ts), so that no test moves the clock of another.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './kit/build.ts',
  outputDir: join(import.meta.dirname, '../../test-results'),
  fullyParallel: true,
  // One more than a small machine has cores: many tests wait for what the app does after a few seconds.
  workers: 3,
  forbidOnly: true,
  // A hang is found all the same; a busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...phone,
    launchOptions: launch,
    contextOptions: { reducedMotion: phone.reducedMotion },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // To keep a trace of what fails: --trace retain-on-failure. It costs every test time.
    trace: 'off',
  },
})
