import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which is not repeated; either it or its use has “waitFor”, and what it shows while it waits reads no row of its use.',
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

export const rowWhileWaiting = (part: string, param: string, row: string): Report => ({
  rule,
  message: `The part "${part}" shows "${param}" while it waits for its data, when there is no "${row}".`,
  suggestion: 'Write "each" on a Stack around the part.',
})
