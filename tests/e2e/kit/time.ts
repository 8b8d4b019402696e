import type { APIRequestContext } from '@playwright/test'
import { REVIEW_SECONDS } from './net/server.ts'

/** Advances the clock of the sandbox, by default until a pending review has ended. Returns the server time, Unix seconds. */
export async function advance(request: APIRequestContext, seconds = REVIEW_SECONDS): Promise<number> {
  const reply = await request.post('/sandbox/advance', { data: { seconds } })
  if (!reply.ok()) throw new Error(`The clock of the sandbox did not move: ${reply.status()}`)
  return ((await reply.json()) as { time: number }).time
}

/** Server time, Unix seconds. */
export const timeOf = (request: APIRequestContext): Promise<number> => advance(request, 0)

/** Maximum duration of a test, in seconds of server time. */
const ENOUGH = 120

/** Advances the clock to the start of a candle, so that none begins during the test. */
export async function withinCandle(request: APIRequestContext, seconds: number): Promise<void> {
  const remaining = seconds - ((await timeOf(request)) % seconds)
  if (remaining < ENOUGH) await advance(request, remaining + 1)
}
