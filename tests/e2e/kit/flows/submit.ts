import type { Page } from '@playwright/test'

const address = (call: string) => `**/api/${call}`

/** Records the idempotency keys of a money call from now on, one per request. */
export function keysOf(page: Page, call: string): string[] {
  const keys: string[] = []
  page.on(
    'request',
    (request) =>
      void (request.url().endsWith(`/api/${call}`) && keys.push(request.headers()['idempotency-key'] ?? 'none')),
  )
  return keys
}

/** Drops the next `times` replies after the server has executed the call. */
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

/** Leaves the next request unanswered, whether or not it reaches the server; `sent` resolves when it is sent. */
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

/** Delays the next request until `release`. */
export async function blockRequest(page: Page, call: string): Promise<{ sent: Promise<void>; release(): void }> {
  let [caught, release] = [() => {}, () => {}]
  const sent = new Promise<void>((resolve) => (caught = resolve))
  const gone = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    address(call),
    async (route) => {
      caught()
      await gone
      await route.continue()
    },
    { times: 1 },
  )
  return { sent, release: () => release() }
}

/** Delays each request of a call by `ms`. */
export async function delayRequests(page: Page, call: string, ms = 400): Promise<void> {
  await page.route(address(call), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })
}
