import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which is not repeated; either it or its use has “waitFor”, and what it shows while it waits reads no row of its use.',
}
export default rule

export const otherRootCount = (nodes: number): Report => ({
  rule,
  code: 'otherRootCount',
  params: { nodes },
})

export const repeatedRoot = (): Report => ({
  rule,
  code: 'repeatedRoot',
})

export const waitingTwice = (part: string, query: string): Report => ({
  rule,
  code: 'waitingTwice',
  params: { part, query },
})

export const rowWhileWaiting = (part: string, param: string, row: string): Report => ({
  rule,
  code: 'rowWhileWaiting',
  params: { part, param, row },
})
