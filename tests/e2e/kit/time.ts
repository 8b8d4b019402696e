import type { APIRequestContext } from '@playwright/test'
import { advanceTime } from './gates.ts'

/** The time of the server, Unix seconds. */
export async function timeOf(request: APIRequestContext): Promise<number> {
  const reply = await request.post('/sandbox/advance', { data: { seconds: 0 } })
  return ((await reply.json()) as { time: number }).time
}

/** What a test may take of the time of the server. */
const ENOUGH = 120

/** Moves the clock of the sandbox to a candle that has just begun and lasts, so that none begins while the test looks. */
export async function withinCandle(request: APIRequestContext, seconds: number): Promise<void> {
  const left = seconds - ((await timeOf(request)) % seconds)
  if (left < ENOUGH) await advanceTime(request, left + 1)
}
