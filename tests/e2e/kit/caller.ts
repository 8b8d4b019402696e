import { request, type APIRequest, type APIRequestContext } from '@playwright/test'
import { phone } from './browser.ts'

/**
 * Calls the server beside the app, as the same phone. Each call has a connection of its own: the server ends one that has been silent for
 * a few seconds, and a test that looks at the page that long would send its next call into the end.
 */
export const caller = (origin: string, by: APIRequest = request): Promise<APIRequestContext> =>
  by.newContext({ baseURL: origin, userAgent: phone.userAgent, extraHTTPHeaders: { connection: 'close' } })
