import { expect, type BrowserContext, type Page } from '@playwright/test'

const toastsByPage = new WeakMap<Page, string[]>()

const of = (page: Page): string[] => {
  const known = toastsByPage.get(page) ?? []
  toastsByPage.set(page, known)
  return known
}

/** Records every toast of the browser context: a toast disappears after two seconds, and a slow machine may check later. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('placardToast', ({ page }, text: string) => void of(page).push(text))
  await context.addInitScript(observeToasts)
}

/** Runs in the page. A toast that covers a button of the screen's action bar is an error of the console, which fails the test. */
function observeToasts(): void {
  const TOAST = '[popover] > output'
  const overlaps = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const isCovering = (toast: Element): boolean =>
    !document.querySelector('dialog[open]') &&
    [...document.querySelectorAll('main [data-action-bar]')].some(
      (bar) => bar.checkVisibility() && overlaps(toast.getBoundingClientRect(), bar.getBoundingClientRect()),
    )
  const { placardToast } = window as unknown as { placardToast(text: string): void }
  const reported = new WeakSet<Element>()
  const report = (toast: Element): void => {
    // The popover moves into a dialog that opens, and out of one that closes.
    if (reported.has(toast)) return
    reported.add(toast)
    const text = toast.textContent ?? ''
    // The popover opens after it has been attached.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (toast.isConnected && !toast.checkVisibility()) return
        if (toast.isConnected && isCovering(toast)) console.error(`The toast "${text}" covers the action bar.`)
        placardToast(text)
      }, 0),
    )
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(TOAST)) report(node)
        else for (const toast of node.querySelectorAll(TOAST)) report(toast)
      }
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Expects a toast with this text, past or future, and consumes it together with the earlier ones. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const all = of(page)
  // An amount and its unit are joined by a no-break space.
  const plain = (said: string): string => said.replaceAll('\u00A0', ' ')
  const place = (): number =>
    all.map(plain).findIndex((item) => (typeof text === 'string' ? item.includes(plain(text)) : text.test(item)))
  await expect
    .poll(() => (place() < 0 ? all.join(' | ') : String(text)), { message: `a toast says ${text}`, intervals: [50] })
    .toBe(String(text))
  all.splice(0, place() + 1)
}

/** Expects that a refusal is visible exactly once: at its field, or as a toast. */
export async function expectRefusal(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1)
}
