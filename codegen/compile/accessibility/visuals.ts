import type { Expr, Json } from '../../../src/core/program.ts'
import { alternativesOf } from '../../../src/core/visit.ts'
import colorOnly from '../../check/rules/color-only.ts'
import imageAlternative from '../../check/rules/image-alternative.ts'
import singleAutofocus from '../../check/rules/single-autofocus.ts'
import targetSize from '../../check/rules/target-size.ts'
import { mutuallyExclusive, propValue, isControl } from './outline.ts'
import type { OutlineItem } from './outline.ts'
import type { Report } from './reporter.ts'

/** Minimum size of a touch target, in CSS pixels. */
const MIN_TARGET_PX = 44

/** Checks alternative texts, meaning carried by colour alone, touch targets and autofocus. */
export function checkVisuals(
  items: readonly OutlineItem[],
  size: (token: string) => number | undefined,
  report: Report,
): void {
  const focused: OutlineItem[] = []
  for (const item of items) {
    checkImageAlternative(item, report)
    checkColor(item, report)
    if (isControl(item)) checkTargetSize(item, size, report)
    checkFocus(item, focused, report)
  }
}

function checkImageAlternative(item: OutlineItem, report: Report): void {
  const { alt } = item.widget.a11y
  if (alt === undefined || propValue(item, alt) !== undefined) return
  report(item, {
    rule: imageAlternative,
    message: `This ${item.widget.name} has no text alternative.`,
    suggestion: `Give "${alt}" a text, or null for a decoration.`,
  })
}

function checkColor(item: OutlineItem, report: Report): void {
  for (const [prop, { values, beside }] of item.widget.a11y.colors) {
    const value = propValue(item, prop)
    if (!value) continue
    const may = 'json' in value ? [value.json] : possibleTexts(value.expr)
    const colored = may.find((one) => values.includes(one))
    if (colored === undefined || beside.some((other) => isVisible(item, other))) continue
    const suggestion =
      beside.length === 0
        ? 'Take another tone, and say the direction in words or by a sign.'
        : `Add ${beside.map((other) => `"${other}"`).join(' or ')}.`
    report(item, {
      rule: colorOnly,
      about: `props/${prop}`,
      message: `With "${String(colored)}" only the colour of this ${item.widget.name} distinguishes up and down.`,
      suggestion,
    })
  }
}

function isVisible(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return (
    value !== undefined &&
    ('expr' in value ? value.expr !== null : value.json !== null && value.json !== false && value.json !== '')
  )
}

/** Every text in an expression that may be its value. */
const possibleTexts = (expr: Expr): Json[] =>
  typeof expr === 'string' ? [expr] : (alternativesOf(expr)?.flatMap(possibleTexts) ?? [])

function checkTargetSize(item: OutlineItem, size: (token: string) => number | undefined, report: Report): void {
  const { target, targets } = item.widget.a11y
  const tokens = [...targets].flatMap(([prop, byValue]) => {
    const value = propValue(item, prop)
    const token = value && 'json' in value ? byValue[String(value.json)] : undefined
    return typeof token === 'string' ? [{ token, about: `props/${prop}` }] : []
  })
  if (tokens.length === 0 && target !== undefined) tokens.push({ token: target, about: 'widget' })
  for (const { token, about } of tokens) {
    const pixels = size(token)
    if (pixels === undefined || pixels >= MIN_TARGET_PX) continue
    report(item, {
      rule: targetSize,
      about,
      message: `This ${item.widget.name} is pressed and only ${pixels} px high; ${MIN_TARGET_PX} px are needed.`,
      suggestion: 'Take a larger size.',
    })
  }
}

function checkFocus(item: OutlineItem, focused: OutlineItem[], report: Report): void {
  for (const prop of item.widget.a11y.focusProps) {
    const value = propValue(item, prop)
    if (!value || !('json' in value) || value.json !== true) continue
    if (focused.some((other) => other.root === item.root && !mutuallyExclusive(other, item))) {
      report(item, {
        rule: singleAutofocus,
        about: `props/${prop}`,
        message: 'Something else on this screen takes the focus by itself already.',
        suggestion: 'Leave it out here.',
      })
    }
    focused.push(item)
  }
}
