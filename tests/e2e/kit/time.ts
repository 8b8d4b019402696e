import type { APIRequestContext } from '@playwright/test'
import { advanceTime } from './accessRules.ts'

/** Server time, Unix seconds. */
export async function timeOf(request: APIRequestContext): Promise<number> {
  const reply = await request.post('/sandbox/advance', { data: { seconds: 0 } })
  return ((await reply.json()) as { time: number }).time
}

/** Maximum duration of a test, in seconds of server time. */
const ENOUGH = 120

/** Advances the clock to the start of a candle, so that none begins during the test. */
export async function withinCandle(request: APIRequestContext, seconds: number): Promise<void> {
  const remaining = seconds - ((await timeOf(request)) % seconds)
  if (remaining < ENOUGH) await advanceTime(request, remaining + 1)
}
