import { nodesOf } from '../../../src/engine/language/expressions/program.ts'
import type { Expr, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfStep,
  isOperation,
  operandsOf,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'row-call',
    severity: 'warning',
    doc: 'No request is sent for each row of a list without the user, and a call is not the query of several rows.',
  },
  on: {
    screen({ screen, contract }, report) {
      checkNodes(nodesOf(screen), false, contract, report)
      const constant = new Map<string, string[]>()
      for (const [name, { call, payload }] of Object.entries(screen.queries))
        if (payload !== undefined && isConstant(payload)) constant.set(call, [...(constant.get(call) ?? []), name])
      for (const [call, names] of constant)
        if (names.length > MOST_QUERIES) report(queryForEach(call, names.length), `queries/${names.at(-1)}`, true)
    },
  },
}
export default rule

const MOST_QUERIES = 4

const isConstant = (payload: Expr): boolean =>
  !isOperation(payload) || (payload[0] === 'map' && operandsOf(payload).every((operand) => !isOperation(operand)))

function checkNodes(nodes: readonly Node[], repeated: boolean, contract: Vocabulary, report: ReportAt): void {
  for (const node of nodes) {
    const inRow = repeated || node.each !== undefined
    const events = contract.widgets.get(node.widget)?.events ?? {}
    for (const { keyword, name, nodes: inner, steps } of contentOfNode(node)) {
      if (inner) checkNodes(inner, inRow, contract, report)
      else if (keyword === 'on' && inRow && events[name]?.automatic) {
        const sending = sendingStep(steps, contract)
        if (sending) report(sentByEachRow(name), sending.sourcePath)
      }
    }
  }
}

/** The first step that sends a call or fetches data. */
function sendingStep(steps: readonly Step[], contract: Vocabulary): Step | undefined {
  for (const step of steps) {
    const action = contract.actions.get(step.action)
    if (action?.sends !== undefined || action?.refreshes !== undefined) return step
    for (const { steps: inner } of contentOfStep(step)) {
      const found = inner && sendingStep(inner, contract)
      if (found) return found
    }
  }
  return undefined
}

const sentByEachRow = (event: string): Report => ({
  code: 'sentByEachRow',
  params: { event },
})

const queryForEach = (call: string, count: number): Report => ({
  code: 'queryForEach',
  params: { count, call },
})
