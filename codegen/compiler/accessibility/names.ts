import { propValue } from './outline.ts'
import type { OutlineItem } from './outline.ts'

/** Whether a prop has a value other than null and the empty text. */
export function isGiven(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return value !== undefined && ('expr' in value ? value.expr !== null : value.json !== null && value.json !== '')
}

/** Whether a node in a slot that gives the accessible name has text. */
export const isNamedByContent = (item: OutlineItem): boolean =>
  item.inside.some((inner) => item.widget.a11y.content.includes(inner.slot) && hasText(inner))

/** Whether a node or a descendant has text. */
function hasText(item: OutlineItem): boolean {
  const { texts, names, alt } = item.widget.a11y
  return (
    [...texts, ...names, ...(alt === undefined ? [] : [alt])].some((prop) => isGiven(item, prop)) ||
    item.inside.some(hasText)
  )
}

/** Whether a prop is an empty text. */
export function isEmptyText(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return value !== undefined && 'expr' in value && value.expr === ''
}
