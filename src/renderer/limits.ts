import { LIMITS, nodesOf, type Node, type Screen, type Step } from '../core/program.ts'

/** Why a screen is too large to render; null when it is not. Uses an explicit stack: a hostile depth must not overflow the call stack. */
export function tooLarge(screen: Pick<Screen, 'toolbar' | 'body' | 'queries' | 'onShow'>): string | null {
  const open: { nodes: readonly Node[]; depth: number }[] = [{ nodes: nodesOf(screen), depth: 1 }]
  const steps: { steps: readonly Step[]; depth: number }[] = [{ steps: screen.onShow, depth: 1 }]
  for (const { placeholders } of Object.values(screen.queries))
    for (const nodes of Object.values(placeholders ?? {})) open.push({ nodes, depth: 1 })
  let nodes = 0
  for (;;) {
    const next = open.pop()
    if (next) {
      if (next.nodes.length > 0 && next.depth > LIMITS.depth) return `Nodes stand deeper than ${LIMITS.depth}.`
      nodes += next.nodes.length
      if (nodes > LIMITS.nodes) return `There are more than ${LIMITS.nodes} nodes.`
      for (const node of next.nodes) {
        for (const slot of Object.values(node.slots ?? {})) open.push({ nodes: slot, depth: next.depth + 1 })
        if (node.loading) open.push({ nodes: node.loading, depth: next.depth + 1 })
        if (node.fallback) open.push({ nodes: [node.fallback], depth: next.depth + 1 })
        for (const handler of Object.values(node.on ?? {})) steps.push({ steps: handler, depth: 1 })
      }
      continue
    }
    const row = steps.pop()
    if (!row) return null
    if (row.steps.length > 0 && row.depth > LIMITS.depth) return `Steps stand deeper than ${LIMITS.depth}.`
    for (const step of row.steps) {
      for (const slot of Object.values(step.slots ?? {})) open.push({ nodes: slot, depth: 1 })
      for (const branch of Object.values(step.branches ?? {})) steps.push({ steps: branch, depth: row.depth + 1 })
    }
  }
}
