import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page']

/** One sentence for each violation on the page, and how much was looked at. */
export async function axe(page: Page): Promise<{ violations: string[]; rules: number }> {
  // The same page; only the copy of playwright-core that declares its type is another.
  const { violations, passes } = await new AxeBuilder({ page: page as unknown as AxePage }).analyze()
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`),
    rules: passes.length,
  }
}
