import type { CDPSession, Page } from '@playwright/test'
import { settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'

interface TraceEvent {
  name: string
  args?: { elementCount?: number }
}

/** Work of the browser while `act` ran, and for a moment after: style recalculations, the elements restyled in them, and paints. */
async function tracedWork(page: Page, session: CDPSession, act: () => Promise<void>) {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await act()
  // A transition of the slowest kind is over.
  await page.waitForTimeout(800)
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const restyles = events.filter(({ name }) => name === 'UpdateLayoutTree')
  return {
    restyles: restyles.length,
    elements: restyles.reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0),
    paints: events.filter(({ name }) => name === 'Paint').length,
  }
}

test('a key that makes a field wrong or right restyles the field, and nothing moves after it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/h5/#/pages/register/index')
  await settled(page)
  const [first, , repeated] = await page.locator('form input').all()
  if (!first || !repeated) throw new Error('The form has fewer fields.')
  await first.press('Enter')
  await expect(page.locator('form [aria-invalid=true]').first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await repeated.focus()
  await page.waitForTimeout(800)
  for (const keys of [[...'abcdef1'], Array.from({ length: 7 }, () => 'Backspace')]) {
    const work = await tracedWork(page, session, async () => {
      for (const key of keys) await page.keyboard.press(key)
    })
    expect(work.elements, JSON.stringify(work)).toBeGreaterThan(0)
    expect(work.elements, JSON.stringify(work)).toBeLessThanOrEqual(24)
    expect(work.restyles, JSON.stringify(work)).toBeLessThanOrEqual(5)
    expect(work.paints, JSON.stringify(work)).toBeLessThanOrEqual(3 * keys.length)
  }
})

test('the focus restyles two fields and the mark of typing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/h5/#/pages/register/index')
  await settled(page)
  const [first, second] = await page.locator('form input').all()
  if (!first || !second) throw new Error('The form has fewer fields.')
  await first.focus()
  await page.waitForTimeout(800)
  const session = await page.context().newCDPSession(page)
  const work = await tracedWork(page, session, () => second.focus())
  expect(work.elements, JSON.stringify(work)).toBeGreaterThan(0)
  expect(work.elements, JSON.stringify(work)).toBeLessThanOrEqual(24)
  expect(work.restyles, JSON.stringify(work)).toBeLessThanOrEqual(5)
})
