import { MARK_PROP } from '../../engine/language/draftMarks.ts'
import type { Json, Screen } from '../../engine/language/expressions/program.ts'

/** Copies a screen; each node has its path in the source as a prop. */
export function markNodes(screen: Screen): Screen {
  return mark(screen as unknown as Json) as unknown as Screen
}

function mark(value: Json): Json {
  if (Array.isArray(value)) return value.map(mark)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mark(item)]))
  if (typeof value.widget === 'string' && typeof value.sourcePath === 'string')
    copy.props = { ...(copy.props as Record<string, Json> | undefined), [MARK_PROP]: value.sourcePath }
  return copy
}
