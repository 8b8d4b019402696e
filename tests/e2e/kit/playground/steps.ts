import { expect, type Locator, type Page } from '@playwright/test'
import {
  compileSample,
  samples,
  type CompiledSample,
  type Sample,
  type ShownError,
  type Step,
} from '../../../support/playground.ts'
import { axe } from '../axe.ts'
import type { Playground } from './main.tsx'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
/** A label, with or without its note "optional". */
const named = (label: string): RegExp => new RegExp(String.raw`^\s*${escaped(label)}(\s*\(optional\))?\s*$`)

/** Returns a text of the playground in its current language. */
export const text = (page: Page, key: string, args?: Record<string, unknown>): Promise<string> =>
  page.evaluate(([key, args]) => (globalThis as unknown as { playground: Playground }).playground.text(key, args), [
    key,
    args,
  ] as const)

const scopeOf = (page: Page, { within }: Pick<Step, 'within'>): Page | Locator =>
  within === undefined ? page : page.getByRole('group', { name: named(within) }).first()

/** The control with this label. */
export const control = (page: Page, label: string, step: Pick<Step, 'nth' | 'within'> = {}): Locator =>
  scopeOf(page, step)
    .getByLabel(named(label))
    .filter({ visible: true })
    .nth(step.nth ?? 0)

const TYPED_BY_PARTS = ['date', 'datetime-local', 'time', 'color', 'range']

async function type(page: Page, at: Locator, value: string): Promise<void> {
  if (TYPED_BY_PARTS.includes((await at.getAttribute('type')) ?? '')) return at.fill(value)
  await at.click()
  await at.press('ControlOrMeta+a')
  await (value === '' ? at.press('Backspace') : page.keyboard.type(value))
}

async function choose(page: Page, at: Locator, option: string): Promise<void> {
  const tag = await at.evaluate((element) => element.tagName)
  if (tag === 'SELECT') await at.selectOption({ label: option })
  else if (tag === 'BUTTON') {
    await at.click()
    await page.getByRole('dialog').getByLabel(named(option)).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } else await at.getByLabel(named(option)).check()
}

/** Runs one step with the events of a finger and a keyboard. */
export async function take(page: Page, step: Step): Promise<void> {
  if ('press' in step)
    await scopeOf(page, step)
      .getByRole('button', { name: await text(page, step.press), exact: true })
      .nth(step.nth ?? 0)
      .click()
  else if ('key' in step) await page.keyboard.press(step.key)
  else if ('check' in step) await control(page, step.check, step).check()
  else if ('order' in step) {
    const labels = await page.locator('label').allInnerTexts()
    expect(labels.map((label) => label.replace(/\s*\(optional\)\s*$/, '').trim())).toEqual(step.order)
  } else if ('shows' in step) await expect(page.getByText(await text(page, step.shows)).first()).toBeVisible()
  else if ('hides' in step)
    await expect(page.getByText(named(await text(page, step.hides))).filter({ visible: true })).toHaveCount(0)
  else if ('type' in step) await type(page, control(page, await text(page, step.field, step.args), step), step.type)
  else if ('attach' in step)
    await control(page, step.field, step).setInputFiles(
      step.attach.map(({ name, type: mimeType, text: content }) => ({ name, mimeType, buffer: Buffer.from(content) })),
    )
  else if ('hasValue' in step) await expect(control(page, step.field, step)).toHaveValue(step.hasValue)
  else if ('state' in step) {
    const at = control(page, step.field, step)
    if (step.state === 'disabled') await expect(at).toBeDisabled()
    else if (step.state === 'focused') await expect(at).toBeFocused()
    else await expect(at).toHaveJSProperty('readOnly', true)
  } else await choose(page, control(page, step.field, step), await text(page, step.choose))
}

/** Every error on the page, in the order of the page: the label of its field, its text, and whether a screen reader reads it with the field. */
export const errorsOn = (page: Page): Promise<{ field: string; says: string; isRead: boolean }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[id$="__error"]')].map((error) => {
      const id = error.id.slice(0, -'__error'.length)
      const label =
        document.getElementById(`${id}-label`) ??
        document.getElementById(`${id}__title`) ??
        document.getElementById(`${id}-chips`) ??
        document.getElementById(id)?.closest('label')
      const isRead = [...document.querySelectorAll(`[aria-describedby~="${CSS.escape(error.id)}"]`)].length > 0
      return {
        field: (label?.textContent ?? '').replace(/\s*\(optional\)\s*$/, '').trim(),
        says: error.textContent ?? '',
        isRead,
      }
    }),
  )

/** Expects exactly these errors on the page, in order, each read by a screen reader with its field. */
export async function expectErrors(page: Page, errors: readonly ShownError[]): Promise<void> {
  const expected = await Promise.all(
    errors.map(async ({ field, error, args }) => ({ field, says: await text(page, error, args), isRead: true })),
  )
  await expect.poll(() => errorsOn(page)).toEqual(expected)
}

const compiled = new Map<string, CompiledSample>()
function compile(name: string, sample: Sample): CompiledSample {
  const known = compiled.get(name)
  if (known) return known
  const result = compileSample(sample)
  if ('refused' in result) throw new Error(`The compiler refuses ${name}: ${result.refused.join(' ')}`)
  compiled.set(name, result)
  return result
}

/** Shows the form of a sample in the playground. Throws for an unknown sample, or one that the compiler refuses. */
export async function show(
  page: Page,
  origin: string,
  name: string,
  options: { theme?: string; lang?: string } = {},
): Promise<void> {
  const sample = samples.get(name)
  if (!sample) throw new Error(`There is no sample ${name}.`)
  if (page.url() !== `${origin}/`) {
    await page.goto(origin)
    await page.waitForSelector('[data-ready]', { state: 'attached' })
  }
  const { title, initial, answer } = sample
  const what = JSON.stringify({
    ...compile(name, sample),
    ...options,
    title,
    ...(initial && { initial }),
    ...(answer && { answer }),
  })
  await page.evaluate(
    (json) =>
      (globalThis as unknown as { playground: Playground }).playground.show(
        JSON.parse(json) as Parameters<Playground['show']>[0],
      ),
    what,
  )
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
}

/** Presses the button that submits the form. */
export const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send' }).click()
/** Returns the data of all submits since the form was shown. */
export const sent = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (globalThis as unknown as { playground: Playground }).playground.sent)

/** Waits for a submit and expects the data of the last one. */
export async function expectSent(page: Page, values: unknown): Promise<void> {
  await expect.poll(async () => (await sent(page)).length, 'the form is sent').toBeGreaterThan(0)
  expect((await sent(page)).at(-1)).toEqual(values)
}

/** Rules for a complete page, which do not apply to a form. */
const PAGE_RULES = ['region']

/** Expects no accessibility violation, nothing wider than the phone and no target below 44 px. */
export async function expectSound(page: Page): Promise<void> {
  const { violations, rules } = await axe(page, { without: PAGE_RULES })
  expect(violations).toEqual([])
  expect(rules).toBeGreaterThan(5)
  const measured = await page.evaluate(() => {
    const { measures } = (globalThis as unknown as { playground: Playground }).playground
    return { wide: measures.overflows(), small: measures.smallTargets() }
  })
  expect(measured, 'what is wider than the phone, and targets below 44 px').toEqual({ wide: [], small: [] })
}
