import type { Page, WebSocketRoute } from '@playwright/test'

/** Controls the connection of live prices, for both transports: WebSocket and polling. */
export async function controlLiveConnection(page: Page): Promise<{ cut(): Promise<void>; restore(): void }> {
  const open = new Set<WebSocketRoute>()
  let connected = true
  await page.routeWebSocket(/\/live\//, (socket) => {
    if (!connected) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  await page.route('**/live/**', (route) => (connected ? route.fallback() : route.abort()))
  return {
    async cut() {
      connected = false
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    restore() {
      connected = true
    },
  }
}

/** Simulates that the page goes into the background or returns. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

interface StaleMarkers {
  /** Selector of prices, and the text of the first one. */
  price: string
  before: string
  /** Text of the notice that prices are stale. */
  old: string
}

/** Makes the page visible and measures, in milliseconds, when its price has changed and the stale notice is gone; at most 10 s. */
export const measureReturn = (page: Page, given: StaleMarkers): Promise<number> =>
  page.evaluate(
    ({ price, before, old }) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const end = (took: number) => {
          observer.disconnect()
          clearTimeout(late)
          resolve(took)
        }
        const observer = new MutationObserver(() => {
          const main = [...document.querySelectorAll('main')].find((element) => element.checkVisibility())
          const current = main?.querySelector<HTMLElement>(price)?.innerText
          if (current !== undefined && current !== before && !document.body.innerText.includes(old))
            end(performance.now() - start)
        })
        const late = setTimeout(end, 10_000, Infinity)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }),
    given,
  )
