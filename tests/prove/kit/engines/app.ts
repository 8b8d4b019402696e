import { THROTTLE_MS, TOAST_MS } from '../../../../src/engine/language/constants.ts'
import { WAIT_MS } from '../../../e2e/kit/browser.ts'
import { en } from '../../../e2e/kit/texts.ts'
import type { Tab } from './driver.ts'
import type { Probe, Report, Spot, Target } from './probe.ts'
import type { Site, Stored } from './site.ts'

const POLL_MS = 60
/** Firefox reports a script that a navigation cancels by the hash of its empty body. */
const CANCELLED = /47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=/
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A button by its whole name. */
export const button = (name: string): Target => ({ role: 'button', name })
/** A button by the beginning of its name. */
export const buttonLike = (start: string): Target => ({ role: 'button', pattern: `^${escape(start)}` })
export const field = (name: string): Target => ({ role: 'textbox', name })
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The app in a tab, as a user meets it: every step waits for its condition, and fails with what the page shows instead. */
export interface App {
  readonly tab: Tab
  readonly site: Site
  /** Calls a function of the probe in the page. */
  call<Name extends keyof Probe>(
    name: Name,
    ...args: Parameters<Probe[Name]>
  ): Promise<Awaited<ReturnType<Probe[Name]>>>
  /** Loads the app at an address, e.g. "/pages/index/index". */
  start(address: string, stored?: Stored): Promise<void>
  /** Changes the address inside the running app. */
  go(address: string): Promise<void>
  settle(): Promise<void>
  until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T>
  spot(target: Target): Promise<Spot>
  press(target: Target): Promise<void>
  /** Replaces the value of a field. */
  enter(target: Target, text: string): Promise<void>
  /** Types an amount with the app's keypad. */
  keypad(target: Target, amount: string): Promise<void>
  /** Waits until the screen has this text. */
  sees(text: string | RegExp): Promise<void>
  /** Waits until the topmost overlay has this text. */
  overlay(text: string | RegExp): Promise<void>
  noOverlay(): Promise<void>
  /** Waits until a toast with this text has been visible. Each toast is read once. */
  toast(text: string | RegExp): Promise<void>
  /** The same, and until it has gone: it was visible long enough to be read. */
  toastStays(text: string | RegExp): Promise<void>
  at(route: string): Promise<void>
  /** The screen stays, without an overlay, for a moment. */
  stays(route: string): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  /** Errors that a flow expects, e.g. those of a lost connection. */
  allow(error: RegExp): void
  faults(): string[]
}

export function createApp(tab: Tab, site: Site): App {
  const allowed: RegExp[] = [CANCELLED]
  const mine = site.reports.length
  let read = mine
  let lastToast = ''

  const call: App['call'] = async (name, ...args) => {
    const values = args.map((arg) => JSON.stringify(arg) ?? 'undefined')
    const source = `placardProbe[${JSON.stringify(name)}](${values.join(', ')})`
    try {
      return (await tab.evaluate(source)) as never
    } catch (error) {
      if (!String(error).includes('placardProbe')) throw error
      // A page out of the cache of the service worker has no probe.
      await tab.evaluate(`(() => { ${site.probe}; return 0 })()`)
      return (await tab.evaluate(source)) as never
    }
  }
  const matches = (text: string, wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)

  const app: App = {
    tab,
    site,
    call,
    async start(address, stored = {}) {
      site.store({ lang: 'en', theme: 'dark', ...stored })
      await tab.open(`${site.origin}/h5/#${address}`)
      await app.settle()
    },
    async go(address) {
      await call('go', address)
      await app.settle()
    },
    async settle() {
      let calm = 0
      await app.until('a complete screen', async () => {
        const waits = await call('waitsFor')
        calm = waits === null ? calm + 1 : 0
        if (waits !== null) throw new Error(`it waits for ${waits};`)
        return calm >= 3
      })
    },
    async until(what, ask) {
      const end = Date.now() + WAIT_MS
      let failure = ''
      do {
        try {
          const result = await ask()
          if (result !== null && result !== undefined && result !== false) return result
        } catch (error) {
          failure = error instanceof Error ? error.message : String(error)
        }
        await sleep(POLL_MS)
      } while (Date.now() < end)
      const [route, overlay, text] = await Promise.all([call('route'), call('overlayText'), call('text')]).catch(
        () => [],
      )
      throw new Error(
        `${what} is missing at ${route}; ${failure} shown: ${JSON.stringify((overlay ?? text ?? '').slice(0, 400))}`,
      )
    },
    async spot(target) {
      let last: Spot | null = null
      return app.until(JSON.stringify(target), async () => {
        const spot = await call('spot', target)
        const isStill = spot !== null && last !== null && spot.x === last.x && spot.y === last.y
        last = spot
        if (spot?.coveredBy) throw new Error(`covered by ${spot.coveredBy};`)
        return isStill && spot
      })
    },
    async press(target) {
      await app.until(`${JSON.stringify(target)}, enabled,`, async () => (await call('isDisabled', target)) === false)
      await sleep(await call('pressPause', THROTTLE_MS + 100))
      await tab.click(await app.spot(target))
    },
    async enter(target, text) {
      await app.press(target)
      await call('select', target)
      await tab.key('Backspace')
      await tab.type(text)
      await app.until(`"${text}" in ${JSON.stringify(target)}`, async () => (await call('value', target)) === text)
    },
    async keypad(target, amount) {
      await app.press(target)
      for (const sign of amount) await app.press(button(sign === '.' ? en('keypad.separator') : sign))
      await app.press(button(en('keypad.done')))
    },
    sees: async (text) =>
      void (await app.until(`the text ${String(text)}`, async () => matches(await call('text'), text))),
    overlay: async (text) =>
      void (await app.until(`${String(text)} over the screen`, async () =>
        matches((await call('overlayText')) ?? '', text),
      )),
    noOverlay: async () =>
      void (await app.until('a screen without overlay', async () => (await call('overlayText')) === null)),
    async toast(text) {
      await app.until(`a toast with ${String(text)}`, async () => {
        const index = site.reports.findIndex(
          (report, at) => at >= read && report.kind === 'toast' && matches(report.text, text),
        )
        if (index < 0) return false
        read = index + 1
        lastToast = site.reports[index]?.text ?? ''
        return true
      })
    },
    async toastStays(text) {
      await app.toast(text)
      const end = await app.until(`the end of the toast ${lastToast}`, async () =>
        site.reports.find((report, at) => at >= read && report.kind === 'toastEnd' && report.text === lastToast),
      )
      if ((end.ms ?? 0) < TOAST_MS / 2) throw new Error(`The toast "${lastToast}" was visible for ${end.ms} ms.`)
    },
    at: async (route) =>
      void (await app.until(`the screen ${route}`, async () => (await call('route')).split('?')[0] === route)),
    async stays(route) {
      await app.at(route)
      await sleep(400)
      await app.at(route)
      await app.noOverlay()
    },
    back: () => tab.back(),
    forward: () => tab.forward(),
    allow: (error) => void allowed.push(error),
    faults() {
      const reported = site.reports
        .slice(mine)
        .filter(({ kind }) => kind === 'error' || kind === 'policy')
        .map((report: Report) => (report.kind === 'policy' ? `policy: ${report.text}` : report.text))
      return [...new Set([...tab.errors, ...reported])].filter(
        (error) => !allowed.some((pattern) => pattern.test(error)),
      )
    },
  }
  return app
}
