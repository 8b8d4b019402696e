import { nodesOf } from '../../../src/engine/language/expressions/program.ts'
import type { Expr, Node, Operation } from '../../../src/engine/language/expressions/program.ts'
import { contentOfNode, operationsOf, sameExpr, visitNodes } from '../../../src/engine/language/expressions/visit.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { Rule, ReportAt } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { truthWith } from '../flow/stateValues.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'empty-condition',
    severity: 'warning',
    follows: {
      // A condition that is always true says nothing about the rows.
      'constant-condition': 'near',
    },
    doc: 'A notice that there is nothing is shown for an empty list and only for it, and rows are shown from the first one on.',
  },
  on: {
    screen({ screen, contract }, report) {
      checkSiblings(nodesOf(screen), contract, report)
      for (const [name, { emptyWhen }] of Object.entries(screen.queries))
        if (emptyWhen !== undefined) checkNotice(emptyWhen, `queries/${name}/emptyWhen`, report)
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          if (node.visible === undefined) return
          const at = `${node.sourcePath}/visible`
          if (saysEmpty(node, contract)) checkNotice(node.visible, at, report)
          else checkRows(node, node.visible, at, report)
        },
      })
    },
    rowsOfEmptyList: ({ list }, report) => report({ code: 'rowsOfEmpty', params: { list } }),
  },
}
export default rule

/** Whether the node has a prop with “x-says-empty”. */
const saysEmpty = (node: Node, contract: Vocabulary): boolean =>
  annotatedWith(contract.widgets.get(node.widget)?.props, 'x-says-empty').some(
    ([prop]) => node.props?.[prop] !== undefined || node.exprs?.[prop] !== undefined,
  )

const isRepeated = (node: Node): boolean => {
  let found = false
  visitNodes([node], { node: ({ each }) => (found ||= each !== undefined) })
  return found
}

/** Checks nodes that are always shown together. Placeholders of queries have their own condition, and are not visited. */
function checkSiblings(nodes: readonly Node[], contract: Vocabulary, report: ReportAt): void {
  for (const node of nodes) {
    if (node.visible === undefined && node.each === undefined && saysEmpty(node, contract) && nodes.some(isRepeated))
      report(shownWithRows(), node.sourcePath)
    for (const { keyword, nodes: inner } of contentOfNode(node))
      if (inner && keyword === 'slots') checkSiblings(inner, contract, report)
  }
}

/** The size of a list in a condition. */
const isSize = (expr: Operation): boolean => expr[0] === 'f' && expr[1] === 'size'

/** The result of a condition where the list has this number of items. */
const resultFor = (condition: Expr, size: Operation, count: number): boolean | undefined =>
  truthWith(condition, (operand) => (sameExpr(operand, size) ? count : undefined))

function checkNotice(condition: Expr, at: string, report: ReportAt): void {
  for (const size of operationsOf(condition).filter(isSize)) {
    if (resultFor(condition, size, 0) === false) return report(notForEmpty(), at)
    if (resultFor(condition, size, 1) === true) return report(alsoForOne(), at)
  }
}

/** Rows of a list that are shown from the second one on only. */
function checkRows(node: Node, condition: Expr, at: string, report: ReportAt): void {
  for (const size of operationsOf(condition).filter(isSize)) {
    if (resultFor(condition, size, 1) !== false || resultFor(condition, size, 0) !== false) continue
    const list = size[2] as Expr
    let listed = false
    visitNodes([node], { node: ({ each }) => (listed ||= each !== undefined && sameExpr(each.in, list)) })
    if (listed) report(notForOne(), at)
  }
}

const shownWithRows = (): Report => ({
  code: 'shownWithRows',
})

const notForEmpty = (): Report => ({
  code: 'notForEmpty',
})

const alsoForOne = (): Report => ({
  code: 'alsoForOne',
})

const notForOne = (): Report => ({
  code: 'notForOne',
})
