import { devices, type LaunchOptions } from '@playwright/test'

/** Found and named by codegen/commands/setup.mjs; by default the system's Chromium. */
export const launch: LaunchOptions = {
  executablePath: process.env.PLACARD_CHROMIUM ?? '/usr/bin/chromium',
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
