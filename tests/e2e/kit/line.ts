import type { Page, WebSocketRoute } from '@playwright/test'

/** The connection of live prices, which a test can cut and let through again. Both ways to make one are. */
export async function liveLine(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const open = new Set<WebSocketRoute>()
  let whole = true
  await page.routeWebSocket(/\/live\//, (socket) => {
    if (!whole) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  await page.route('**/live/**', (route) => (whole ? route.fallback() : route.abort()))
  return {
    async cut() {
      whole = false
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    mend() {
      whole = true
    },
  }
}

/** As the browser tells a page that goes into the background, or comes back. */
export const turn = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
