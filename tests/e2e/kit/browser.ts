import { findChromium } from '../../../codegen/commands/setup.mjs'
import { devices, type LaunchOptions } from '@playwright/test'

/** Limit of one wait for a page: it finds a hang, and a busy machine does not reach it. */
export const WAIT_MS = 240_000

export const launch: LaunchOptions = {
  executablePath: findChromium(),
  timeout: 600_000,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** A phone in portrait. */
export const phone = {
  userAgent: devices['Pixel 7'].userAgent,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
} as const
