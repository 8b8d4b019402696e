import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which is not repeated; either it or its use has “waitFor”.',
}
export default rule

export const otherRootCount = (nodes: number): Report => ({
  rule,
  message: `A part has exactly one root node, and this has ${nodes}.`,
  suggestion: 'Put the nodes into one Stack.',
})

export const repeatedRoot = (): Report => ({
  rule,
  message: 'The root node of a part cannot have "each".',
  suggestion: 'Put it into a Stack, or write "each" where the part is used.',
})

export const waitingTwice = (part: string, query: string): Report => ({
  rule,
  message: `The part "${part}" waits for a query itself, so its use cannot wait for "${query}".`,
  suggestion: 'Put "waitFor" on a node around it.',
})
