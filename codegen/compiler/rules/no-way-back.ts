import { isAlwaysShown } from '../../../src/engine/language/expressions/nodeTraits.ts'
import { nodesOf } from '../../../src/engine/language/expressions/program.ts'
import type { Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { contentOfNode, stepListsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'

const rule: Rule = {
  meta: {
    name: 'no-way-back',
    severity: 'warning',
    follows: {
      // The control that leads to the same screen is the way back.
      'self-navigation': 'file',
      // A screen without an exit has no way back.
      'dead-end': 'file',
      // The step without a use of its answer is the way back.
      'unread-result': 'file',
    },
    doc: 'A screen without the app’s navigation bar that is no tab always shows a control that goes back.',
  },
  on: {
    screen({ screen, shell, contract }, report) {
      if (
        !shell ||
        screen.navigationBar === 'default' ||
        screen.route === shell.notFound ||
        shell.tabs.some(({ route }) => route === screen.route)
      )
        return
      if (!hasWayBack(nodesOf(screen), contract)) report(noBack(), 'navigationBar')
    },
  },
}
export default rule

/** Whether a node that is always shown goes back. Placeholders and rows are not always shown. */
const hasWayBack = (nodes: readonly Node[], contract: Vocabulary): boolean =>
  nodes.some(
    (node) =>
      isAlwaysShown(node) &&
      (stepListsOf(contentOfNode(node)).some((steps) => steps.some((step) => goesBack(step, contract))) ||
        contentOfNode(node).some(
          ({ keyword, nodes: inner }) => inner !== undefined && keyword === 'slots' && hasWayBack(inner, contract),
        )),
  )

/** Whether a step leaves the screen without a result, and requires no name of a screen to open. */
function goesBack(step: Step, { actions }: Vocabulary): boolean {
  const action = actions.get(step.action)
  const route = argumentOfKind(action, 'route')
  const opens = route !== undefined && action?.args.required?.includes(route) === true
  return action?.leaves === true && action.returns === undefined && !opens
}

const noBack = (): Report => ({
  code: 'noBack',
})
