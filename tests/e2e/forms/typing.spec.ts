import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { readManifest, readScreen } from '../kit/changedCatalogue.ts'
import { openFixture } from '../kit/fixtures.ts'
import { FORM_STATES } from '../kit/formStates.ts'
import { LONG } from '../kit/long.ts'
import { still } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'

/** Small phones, within the bars of their browsers. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 560 },
  { width: 375, height: 553 },
] as const

/** The forms of the project. */
const FORMS = readdirSync(join(import.meta.dirname, '../../../schemas/forms')).map((file) =>
  file.replace(/\.json$/, ''),
)

/** Texts that some field refuses; a date is typed by its parts, so that no text but a date reaches the field. */
const REFUSED = ['0', 'a', '1', '99999999999999', '']
const REFUSED_DATES = ['2026-01-02', '2026-01-01', '']

/** The screen of each form, by the form's name. */
async function formScreens(request: APIRequestContext): Promise<Map<string, string>> {
  const { routes } = await readManifest(request)
  const screens = new Map<string, string>()
  for (const { id, hash } of Object.values(routes))
    for (const form of Object.keys((await readScreen(request, hash)).forms)) screens.set(form, id)
  return screens
}

/** Runs in the page: the name of the form that is displayed on top, which the renderer passes to its widget. */
function shownForms(): string[] {
  interface Fiber {
    return: Fiber | null
    memoizedProps: { form?: unknown; submitLabel?: unknown } | null
  }
  return [...document.querySelectorAll('form')]
    .filter((form) => form.checkVisibility())
    .map((form) => {
      const name = Object.keys(form).find((key) => key.startsWith('__reactFiber$')) ?? ''
      let fiber: Fiber | null = (form as unknown as Record<string, Fiber>)[name] ?? null
      while (fiber && typeof fiber.memoizedProps?.submitLabel !== 'string') fiber = fiber.return
      form.dataset.testForm = String(fiber?.memoizedProps?.form)
      return form.dataset.testForm
    })
}

/** Opens the screen of a form in a state that shows it. */
async function openForm(page: Page, request: APIRequestContext, form: string, screen: string): Promise<Locator> {
  const { fixture, presses = [] } = FORM_STATES[form] ?? { fixture: {} }
  await openFixture(page, request, { screen, name: form, fixture })
  for (const name of presses) {
    await page.getByRole('button', { name }).or(page.getByRole('radio', { name })).last().dispatchEvent('click')
    await still(page, 300)
  }
  await expect.poll(() => page.evaluate(shownForms), `${screen} shows the form ${form}`).toContain(form)
  return page.locator(`[data-test-form=${form}]`)
}

interface Cover {
  part: string
  by: string
}

/** Runs in the page: what lies over a field, its control or its error, or is beyond the edge of what scrolls. */
function coversOf(field: Element): Cover[] {
  const SLACK = 1
  const covers: Cover[] = []
  const nameOf = (element: Element | null): string =>
    element
      ? `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 30)}”`
      : 'the window’s edge'
  const parts: [string, Element | null][] = [
    ['control', document.activeElement],
    ['error', field.querySelector('[id$="__error"]')],
  ]
  for (const [part, element] of parts) {
    if (!element) continue
    const box = element.getBoundingClientRect()
    for (const x of [box.left + SLACK, (box.left + box.right) / 2, box.right - SLACK])
      for (const y of [box.top + SLACK, (box.top + box.bottom) / 2, box.bottom - SLACK]) {
        const front = document.elementFromPoint(x, y)
        if (front && (field.contains(front) || front.contains(field))) continue
        covers.push({ part, by: nameOf(front) })
      }
  }
  return covers
}

const TYPED = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=hidden])'

/**
 * Types into each field of a form and reports the elements that cover it, with and without its error. Returns the
 * numbers of fields and of errors.
 */
async function typeEverywhere(page: Page, form: Locator, said: (fault: string) => void): Promise<[number, number]> {
  const fields = form.locator('[data-field]').filter({ has: page.locator(TYPED) })
  const count = await fields.count()
  let errors = 0
  for (let index = 0; index < count; index += 1) {
    const field = fields.nth(index)
    const control = field.locator(TYPED).first()
    if (!(await control.isEditable())) continue
    const name = await field.getAttribute('data-field')
    const look = async (when: string) => {
      await still(page, 60)
      for (const { part, by } of await field.evaluate(coversOf)) said(`${name}, ${when}: ${by} is over its ${part}`)
    }
    const error = field.locator('[id$="__error"]')
    await control.click()
    await look('focused')
    const refused = (await control.getAttribute('type')) === 'date' ? REFUSED_DATES : REFUSED
    for (const text of refused) {
      await control.fill(text)
      await control.blur()
      if (!(await error.isVisible())) continue
      errors += 1
      await control.click()
      await look('with its error')
      break
    }
    await control.blur()
  }
  return [count, errors]
}

async function expectUncovered(page: Page, request: APIRequestContext, form: string): Promise<void> {
  page.setDefaultTimeout(30_000)
  await page.setViewportSize(SIZES[0])
  const screen = FORM_STATES[form]?.screen ?? (await formScreens(request)).get(form)
  if (screen === undefined) throw new Error(`No screen has the form ${form}.`)
  const shown = await openForm(page, request, form, screen)
  const faults: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await still(page, 100)
    const counts = await typeEverywhere(page, shown, (fault) => faults.push(`${size.width} × ${size.height}: ${fault}`))
    if (counts[0] > 0 && !FORM_STATES[form]?.acceptsAll)
      expect(counts[1], `errors of the fields of ${form}`).toBeGreaterThan(0)
  }
  expect(faults).toEqual([])
}

for (const form of FORMS)
  test(
    `${form}: a field and its error are under nothing while it is typed into, on small phones`,
    form === 'spotMarket' ? {} : LONG,
    ({ page, request }) => expectUncovered(page, request, form),
  )
