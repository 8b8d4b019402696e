import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import core, { type Result, type RunOptions } from 'axe-core'

export interface AxeResult {
  violations: Result[]
  /** Number of passed rules. */
  rules: number
}

interface AxeOptions {
  /** A selector: checks only its content. */
  within?: string
  /** Rules that do not apply. */
  without?: readonly string[]
  /** Checks colours alone: all that another theme can change. */
  coloursOnly?: boolean
}

const COLOURS = ['color-contrast', 'link-in-text-block']

/** Rules for a complete page, which do not apply to stories beside each other. */
export const PAGE_RULES = [
  'region',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-banner-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'page-has-heading-one',
  'heading-order',
  'bypass',
  'aria-allowed-role',
]

/** Runs axe on the page; returns violations and the number of passed rules. */
export async function runAxe(
  page: Page,
  { within, without = [], coloursOnly = false }: AxeOptions = {},
): Promise<AxeResult> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const only: RunOptions = coloursOnly ? { runOnly: { type: 'rule', values: COLOURS } } : {}
  // A frame of another site has to be checked separately.
  if (page.frames().length > 1) {
    const builder = new AxeBuilder({ page }).options({ rules, ...only })
    const { violations, passes } = await (within === undefined ? builder : builder.include(within)).analyze()
    return { violations, rules: passes.length }
  }
  // axe stays injected in a page, since sending its source takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(core.source)
  return page.evaluate(
    async ([selector, options]) => {
      const { axe } = window as unknown as { axe: typeof core }
      const { violations, passes } = await axe.run(selector ?? document, options)
      return { violations, rules: passes.length }
    },
    [within ?? null, { rules, ...only, resultTypes: ['violations'] } satisfies RunOptions] as const,
  )
}

/** One sentence for each violation on the page, and the number of rules checked. */
export async function axe(page: Page, asked?: AxeOptions): Promise<{ violations: string[]; rules: number }> {
  const { violations, rules } = await runAxe(page, asked)
  return {
    violations: violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`,
    ),
    rules,
  }
}
