import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** One sentence for each violation on the page, and how much was looked at. */
export async function axe(page: Page): Promise<{ violations: string[]; rules: number }> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze()
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`),
    rules: passes.length,
  }
}
