import type { Heading } from '../accessibility/headingLevels.ts'
import { headingOf, headingProp } from '../accessibility/headingLevels.ts'
import { mutuallyExclusive, samePresence } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'heading-order',
    severity: 'error',
    doc: 'A screen starts with one heading of level 1, and no level is skipped.',
  },
  on: {
    outline({ items, screen }, report) {
      const headings = items.flatMap((item) => headingOf(item) ?? [])
      for (const [index, heading] of headings.entries()) {
        const before = headings.slice(0, index).filter(({ item }) => item.root === heading.item.root)
        const { kind } = heading.item.root
        const start = kind === 'body' ? (screen.navigationBar === 'default' ? 1 : 0) : BASE_LEVEL[kind]
        const finding = misplaced(heading, before, start)
        if (finding) report(finding, heading.item, headingProp(heading))
      }
    },
  },
}
export default rule

/** A sheet has its own heading of level 2; a placeholder is placed under the screen's heading. */
const BASE_LEVEL = { sheet: 2, placeholder: 1 } as const

function misplaced({ item, level }: Heading, before: readonly Heading[], start: number): Report | undefined {
  // The nearest preceding heading that is present whenever this one is.
  const sure = before.findLast((other) =>
    other.item.when.every((condition) => item.when.some((own) => samePresence(condition, own))),
  )
  const above = sure?.level ?? start
  if (level === 1 && (start > 0 || before.some((other) => other.level === 1 && !mutuallyExclusive(other.item, item))))
    return secondTop(start > 0)
  return level > above + 1 ? skipped(level, above) : undefined
}

const secondTop = (hasBar: boolean): Report => ({
  code: hasBar ? 'secondAfterBar' : 'secondTop',
})

const skipped = (level: number, above: number): Report => ({
  code: above === 0 ? 'firstTooLow' : 'skipped',
  params: { level, above, next: above + 1 },
})
