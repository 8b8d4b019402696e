import type { Page } from '@playwright/test'

export interface Point {
  x: number
  y: number
}

export interface Fingers {
  /** Puts one finger per point on the screen. */
  down(...points: Point[]): Promise<void>
  /** Moves them in steps of this duration. */
  move(from: readonly Point[], to: readonly Point[], steps?: number, stepMs?: number): Promise<void>
  up(): Promise<void>
  /** One finger from one point to another; it pauses before it is lifted. */
  swipe(from: Point, to: Point): Promise<void>
  /** A finger that is lifted while moving. Event timestamps make it independent of the machine's speed. */
  fling(from: Point, to: Point): Promise<void>
  longPress(at: Point, ms?: number): Promise<void>
  /** A short tap. Event timestamps make it independent of the machine's speed. */
  tap(at: Point): Promise<void>
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Touch input through the browser, which decides whether the page scrolls. */
export async function fingers(page: Page): Promise<Fingers> {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], timestamp?: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      ...(timestamp !== undefined && { timestamp }),
    })
  const all: Fingers = {
    async down(...points) {
      await send('touchStart', points)
    },
    async move(from, to, steps = 10, stepMs = 16) {
      for (let step = 1; step <= steps; step += 1) {
        await send(
          'touchMove',
          from.map((start, finger) => {
            const end = to[finger] ?? start
            return { x: start.x + ((end.x - start.x) * step) / steps, y: start.y + ((end.y - start.y) * step) / steps }
          }),
        )
        await wait(stepMs)
      }
    },
    async up() {
      await send('touchEnd', [])
    },
    async swipe(from, to) {
      await all.down(from)
      await all.move([from], [to])
      await wait(150)
      await send('touchMove', [{ x: to.x + 0.5, y: to.y }])
      await all.up()
    },
    async fling(from, to) {
      const start = Date.now() / 1_000
      await send('touchStart', [from], start)
      for (let step = 1; step <= 4; step += 1)
        await send(
          'touchMove',
          [{ x: from.x + ((to.x - from.x) * step) / 4, y: from.y + ((to.y - from.y) * step) / 4 }],
          start + step * 0.01,
        )
      await send('touchEnd', [], start + 0.05)
    },
    async longPress(at, ms = 600) {
      await all.down(at)
      await wait(ms)
    },
    async tap(at) {
      const start = Date.now() / 1_000
      await send('touchStart', [at], start)
      await send('touchEnd', [], start + 0.05)
    },
  }
  return all
}
