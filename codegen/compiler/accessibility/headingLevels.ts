import { propValue } from './outline.ts'
import type { OutlineItem } from './outline.ts'

export interface Heading {
  item: OutlineItem
  level: number
  /** Prop with the level. */
  prop: string | undefined
}

/** Reads the heading that a node is; undefined if it is none. */
export function headingOf(item: OutlineItem): Heading | undefined {
  const { level, levelProp } = item.widget.a11y
  if (level !== undefined) return { item, level, prop: undefined }
  const value = levelProp === undefined ? undefined : propValue(item, levelProp)
  return value && 'json' in value && typeof value.json === 'number'
    ? { item, level: value.json, prop: levelProp }
    : undefined
}

/** The path of the prop with the level. */
export const headingProp = ({ prop }: Heading): string | undefined => (prop === undefined ? undefined : `props/${prop}`)
