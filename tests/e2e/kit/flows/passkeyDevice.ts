import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** Virtual authenticator of a page. */
export interface PasskeyDevice {
  session: CDPSession
  authenticatorId: string
}

/** Adds a virtual authenticator to a page: a device with a screen lock, whose user is present. */
export async function addPasskeyDevice(context: BrowserContext, page: Page): Promise<PasskeyDevice> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}
