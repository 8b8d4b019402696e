import type { Liveness } from './annotations.ts'
import { propValue } from './outline.ts'
import type { OutlineItem } from './outline.ts'

/** The `aria-live` value of a node: set by its props, else by its widget. */
export function livenessOf(item: OutlineItem): Liveness | undefined {
  const { live, liveProps } = item.widget.a11y
  return liveProps.some((prop) => isOn(item, prop)) ? 'polite' : live
}

function isOn(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return value !== undefined && 'json' in value && value.json === true
}
