import type { Screen } from '../../../src/core/program.ts'
import headingOrder from '../../check/rules/heading-order.ts'
import liveHeading from '../../check/rules/live-heading.ts'
import { livenessOf } from './liveRegions.ts'
import { mutuallyExclusive, propValue } from './outline.ts'
import type { OutlineItem, Presence } from './outline.ts'
import type { Report } from './reporter.ts'

interface Heading {
  item: OutlineItem
  level: number
  /** Prop with the level. */
  prop: string | undefined
}

/** A sheet has its own heading of level 2; a placeholder is placed under the screen's heading. */
const BASE_LEVEL = { sheet: 2, placeholder: 1 } as const

/** Heading levels increase by one at a time, in page order; the app's own bar is the heading of level 1. */
export function checkHeadings(items: readonly OutlineItem[], nav: Screen['navigationBar'], report: Report): void {
  const headings = items.flatMap((item) => headingOf(item) ?? [])
  for (const [index, heading] of headings.entries()) {
    const before = headings.slice(0, index).filter(({ item }) => item.root === heading.item.root)
    const { kind } = heading.item.root
    const start = kind === 'body' ? (nav === 'default' ? 1 : 0) : BASE_LEVEL[kind]
    checkOne(heading, before, start, report)
  }
}

function checkOne({ item, level, prop }: Heading, before: readonly Heading[], start: number, report: Report): void {
  const about = prop === undefined ? {} : { about: `props/${prop}` }
  const live = livenessOf(item)
  // A widget with a heading inside, which announces itself as a whole: an alert dialog. The widget's own test checks its elements.
  const announcesItself = prop === undefined && item.widget.a11y.live === live
  if ((live === 'polite' || live === 'assertive') && !announcesItself)
    report(item, {
      rule: liveHeading,
      ...about,
      message: 'This heading is a live region, so screen readers do not list it as a heading.',
      suggestion: 'Announce the change in a text below it.',
    })
  // The nearest preceding heading that is present whenever this one is.
  const sure = before.findLast((other) => other.item.when.every((one) => item.when.some((own) => same(one, own))))
  const above = sure?.level ?? start
  if (level === 1 && (start > 0 || before.some((other) => other.level === 1 && !mutuallyExclusive(other.item, item)))) {
    report(item, {
      rule: headingOrder,
      ...about,
      message: 'The screen has a heading of level 1 already.',
      suggestion: start > 0 ? 'The bar at the top is the heading of level 1: write 2 here.' : 'Write 2 here.',
    })
  } else if (level > above + 1) {
    const message =
      above === 0
        ? `The first heading of this screen is of level ${level}.`
        : `A heading of level ${level} follows one of level ${above}.`
    report(item, {
      rule: headingOrder,
      ...about,
      message,
      suggestion: `Write ${above + 1} here${above === 0 ? '' : ', or put a heading of the level between before it'}.`,
    })
  }
}

function headingOf(item: OutlineItem): Heading | undefined {
  const { level, levelProp } = item.widget.a11y
  if (level !== undefined) return { item, level, prop: undefined }
  const value = levelProp === undefined ? undefined : propValue(item, levelProp)
  return value && 'json' in value && typeof value.json === 'number'
    ? { item, level: value.json, prop: levelProp }
    : undefined
}

const same = (a: Presence, b: Presence): boolean => JSON.stringify(a) === JSON.stringify(b)
