import type { Page } from '@playwright/test'

export interface Point {
  x: number
  y: number
}

export interface Fingers {
  /** Puts fingers on the screen, as many as there are points. */
  down(...points: Point[]): Promise<void>
  /** Moves them in steps, each of which takes so long. */
  move(from: readonly Point[], to: readonly Point[], steps?: number, stepMs?: number): Promise<void>
  up(): Promise<void>
  /** One finger from one point to another; it rests before it leaves unless it is flung. */
  swipe(from: Point, to: Point, options?: { steps?: number; stepMs?: number; rest?: boolean }): Promise<void>
  hold(at: Point, ms?: number): Promise<void>
  tap(at: Point): Promise<void>
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Fingers as the browser gets them from a touch screen: it decides by itself whether the page scrolls. */
export async function fingers(page: Page): Promise<Fingers> {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) })
  const all: Fingers = {
    async down(...points) {
      await send('touchStart', points)
    },
    async move(from, to, steps = 10, stepMs = 16) {
      for (let step = 1; step <= steps; step += 1) {
        await send('touchMove', from.map((start, finger) => {
          const end = to[finger] ?? start
          return { x: start.x + ((end.x - start.x) * step) / steps, y: start.y + ((end.y - start.y) * step) / steps }
        }))
        await wait(stepMs)
      }
    },
    async up() {
      await send('touchEnd', [])
    },
    async swipe(from, to, { steps = 10, stepMs = 16, rest = true } = {}) {
      await all.down(from)
      await all.move([from], [to], steps, stepMs)
      if (rest) {
        await wait(150)
        await send('touchMove', [{ x: to.x + 0.5, y: to.y }])
      }
      await all.up()
    },
    async hold(at, ms = 600) {
      await all.down(at)
      await wait(ms)
    },
    async tap(at) {
      await all.down(at)
      await all.up()
    },
  }
  return all
}
