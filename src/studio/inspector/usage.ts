import { report } from '../../engine/language/report.ts'

/** How a catalogue uses a widget. */
export interface Usage {
  /** Number of its nodes. */
  nodes: number
  /** By property: how many nodes set it, and the shortest value that is no expression. */
  props: ReadonlyMap<string, { count: number; example: unknown }>
}

/** A property that fewer of the nodes of a widget set is rare. */
const RARE = 0.08
/** Of fewer nodes nothing can be said. */
const FEW = 5

export const isRare = ({ nodes, props }: Usage, name: string): boolean =>
  nodes >= FEW && (props.get(name)?.count ?? 0) < nodes * RARE

const cache = new WeakMap<object, ReadonlyMap<string, Usage>>()

/** How the screens and parts of a catalogue use each widget. A file with a syntax error is left out. */
export function usageOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, Usage> {
  const known = cache.get(files)
  if (known) return known
  const found = new Map<string, { nodes: number; props: Map<string, { count: number; example: unknown }> }>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return undefined
    const { widget, props } = value as { widget?: unknown; props?: unknown }
    if (typeof widget === 'string') {
      const usage = found.get(widget) ?? { nodes: 0, props: new Map() }
      usage.nodes += 1
      found.set(widget, usage)
      for (const [name, given] of Object.entries(typeof props === 'object' && props !== null ? props : {})) {
        const before = usage.props.get(name)
        usage.props.set(name, { count: (before?.count ?? 0) + 1, example: shorter(before?.example, given) })
      }
    }
    return Object.values(value).forEach(visit)
  }
  for (const [path, text] of Object.entries(files))
    if (/^screens\/(?!shell)/.test(path) && path.endsWith('.json'))
      try {
        visit(JSON.parse(text))
      } catch (error) {
        // The compiler reports the syntax error.
        report(error, 'parse a file')
      }
  cache.set(files, found)
  return found
}

function shorter(before: unknown, given: unknown): unknown {
  if (typeof given === 'string' && given.startsWith('=')) return before
  return before === undefined || JSON.stringify(given).length < JSON.stringify(before).length ? given : before
}
