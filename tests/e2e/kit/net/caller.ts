import { request, type APIRequest, type APIRequestContext } from '@playwright/test'
import { phone } from '../browser.ts'

/** Ends a hang; a busy machine does not reach it. */
const CALL_MS = 600_000

/**
 * Calls the server beside the app, as the same phone. Each call opens its own connection: the server closes an idle one after a few
 * seconds, and a test that waits on the page that long would send its next call into a closing one.
 */
export const caller = (origin: string, by: APIRequest = request): Promise<APIRequestContext> =>
  by.newContext({
    baseURL: origin,
    userAgent: phone.userAgent,
    extraHTTPHeaders: { connection: 'close' },
    timeout: CALL_MS,
  })
