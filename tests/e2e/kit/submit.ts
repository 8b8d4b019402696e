import type { Page } from '@playwright/test'

const address = (call: string) => `**/api/${call}`

/** The keys under which a call that moves money is sent from now on, as often as it is. */
export function keysOf(page: Page, call: string): string[] {
  const keys: string[] = []
  page.on('request', (one) => void (one.url().endsWith(`/api/${call}`) && keys.push(one.headers()['idempotency-key'] ?? 'none')))
  return keys
}

/** So many answers in a row are lost on their way, after the server has done its work. */
export async function loseAnswers(page: Page, call: string, times = 1): Promise<void> {
  await page.route(
    address(call),
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times },
  )
}

/** The next submit is not answered, whether or not it has arrived at the server; `sent` tells when. */
export async function leaveUnanswered(page: Page, call: string, arrived: boolean): Promise<{ sent: Promise<void> }> {
  let caught: () => void
  const sent = new Promise<void>((resolve) => (caught = resolve))
  await page.route(
    address(call),
    async (route) => {
      if (arrived) await route.fetch()
      caught()
    },
    { times: 1 },
  )
  return { sent }
}

/** The next submit stays on its way until it is let go. */
export async function holdRequest(page: Page, call: string): Promise<{ sent: Promise<void>; letGo(): void }> {
  let [caught, letGo] = [() => {}, () => {}]
  const sent = new Promise<void>((resolve) => (caught = resolve))
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(
    address(call),
    async (route) => {
      caught()
      await gone
      await route.continue()
    },
    { times: 1 },
  )
  return { sent, letGo: () => letGo() }
}

/** Submits take a while from now on, as long as it takes to press again. */
export async function delayRequests(page: Page, call: string, ms = 400): Promise<void> {
  await page.route(address(call), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })
}
