import type { Page } from '@playwright/test'
import { settled, still } from './screen.ts'

const MARK = 'data-opens'
const QUESTION = 'dialog[open]'

/** Presses every control that only shows another side of the screen (tabs, choices that set a state, questions, sheets), one after the other. */
export async function openAll(page: Page, quietMs: number, visit: (name: string) => Promise<void>): Promise<void> {
  const kinds = await page.evaluate(mark, MARK)
  for (const [index, kind] of kinds.entries()) {
    const opener = page.locator(`[${MARK}="${index}"]`)
    // Another side of the screen may not have it.
    if ((await opener.count()) === 0) continue
    const name =
      (await opener.getAttribute('aria-label')) ??
      (await opener.evaluate((element: HTMLElement) => (element.closest('label') ?? element).innerText))
    await opener.evaluate((element: HTMLElement) => element.click())
    if (kind === 'side') {
      await settled(page, quietMs)
      await visit(name.trim())
      continue
    }
    // The opener is busy until the question is answered.
    await page.locator(QUESTION).waitFor()
    await still(page, quietMs)
    await visit(name.trim())
    await page.keyboard.press('Escape')
    await settled(page, quietMs)
  }
}

/** Runs in the page: reads the handlers of a control from React's props. */
function mark(attribute: string): ('side' | 'question')[] {
  interface Step {
    action: string
    slots?: object
  }
  interface Fiber {
    return: Fiber | null
    memoizedProps: { plan?: { node?: { on?: Record<string, Step[]> } } } | null
  }
  const kinds: ('side' | 'question')[] = []
  for (const old of document.querySelectorAll(`[${attribute}]`)) old.removeAttribute(attribute)
  for (const element of document.querySelectorAll(
    'main [role="tab"], main [type="radio"], main [role="radio"], main button',
  )) {
    if (
      !element.checkVisibility() ||
      element.matches(':disabled') ||
      element.getAttribute('aria-selected') === 'true' ||
      (element as HTMLInputElement).checked
    )
      continue
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
    let fiber = key === undefined ? null : ((element as unknown as Record<string, Fiber | null>)[key] ?? null)
    while (fiber && fiber.memoizedProps?.plan?.node?.on === undefined) fiber = fiber.return
    const on = fiber?.memoizedProps?.plan?.node?.on ?? {}
    const isChoice = element.tagName === 'INPUT' || element.getAttribute('role') !== null
    const steps = (isChoice ? on.change : on.press) ?? []
    const opens = isChoice
      ? steps.every((step) => step.action === 'set')
      : steps[0] !== undefined && (steps[0].action === 'confirm' || steps[0].slots !== undefined)
    if (steps.length === 0 || !opens) continue
    element.setAttribute(attribute, String(kinds.length))
    kinds.push(isChoice ? 'side' : 'question')
  }
  return kinds
}
