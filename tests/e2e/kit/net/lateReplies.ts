import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, TestInfo } from '@playwright/test'
import { createRandom } from '../../../prove/kit/random.ts'

/** Environment variable: the seed of the delays. Without it no reply is late. */
export const LATE_REPLIES = 'PLACARD_LATE_REPLIES'

/** Type of the annotation of a test with a delayed call. */
export const DELAYED = 'delayed'

/** Share of the calls that are late, and the longest delay in milliseconds. */
const SHARE = 0.6
const MOST_MS = 2_500

/** Delays calls of the app at random, as a slow network does. The calls of a test itself are not delayed. */
export async function delayReplies(context: BrowserContext, { annotations }: TestInfo): Promise<void> {
  const seed = process.env[LATE_REPLIES]
  if (seed === undefined) return
  const random = createRandom(Number(seed))
  await context.route('**/api/**', async (route) => {
    if (random() < SHARE) {
      if (!annotations.some(({ type }) => type === DELAYED)) annotations.push({ type: DELAYED })
      await delay(random() * MOST_MS)
    }
    // A page that has been closed meanwhile has no request left.
    await route.fallback().catch(() => undefined)
  })
}
