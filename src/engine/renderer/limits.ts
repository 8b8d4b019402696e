import { LIMITS } from '../language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  type Content,
  type ScreenContent,
} from '../language/expressions/visit.ts'

/** Why a screen is too large to render; null when it is not. Uses an explicit stack: a hostile depth must not overflow the call stack. */
export function tooLarge(screen: ScreenContent): string | null {
  const open = contentOfScreen(screen).map((content) => ({ content, depth: 1 }))
  // The depth of nodes in nodes, and of steps in steps.
  const push = (content: Content, depth: number): void => void open.push({ content, depth })
  let count = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { content, depth } = next
    const { nodes = [], steps = [] } = content
    if (depth > LIMITS.depth && nodes.length + steps.length > 0)
      return `${content.nodes ? 'Nodes' : 'Steps'} stand deeper than ${LIMITS.depth}.`
    count += nodes.length
    if (count > LIMITS.nodes) return `There are more than ${LIMITS.nodes} nodes.`
    for (const node of nodes) for (const inner of contentOfNode(node)) push(inner, inner.nodes ? depth + 1 : 1)
    for (const step of steps) for (const inner of contentOfStep(step)) push(inner, inner.steps ? depth + 1 : 1)
  }
  return null
}
