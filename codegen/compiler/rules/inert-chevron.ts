import type { Step } from '../../../src/engine/language/expressions/program.ts'
import { contentOfStep } from '../../../src/engine/language/expressions/visit.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'inert-chevron',
    severity: 'warning',
    doc: 'A press of a row with an arrow opens a screen, a sheet or a link.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          for (const [prop, schema] of annotatedWith(contract.widgets.get(node.widget)?.props, 'x-leads-on')) {
            const event = schema['x-leads-on']
            if (typeof event !== 'string' || node.props?.[prop] !== true) continue
            const steps = node.on?.[event]
            if (steps === undefined || !opensSomething(steps, contract))
              report(leadsNowhere(event, steps !== undefined), `${node.sourcePath}/props/${prop}`)
          }
        },
      })
    },
  },
}
export default rule

const opensSomething = (steps: readonly Step[], contract: Vocabulary): boolean =>
  steps.some((step) => {
    const action = contract.actions.get(step.action)
    return (
      action === undefined ||
      action.leaves ||
      action.opensSheet ||
      Object.values(action.args.properties ?? {}).some(({ format }) => format === 'url') ||
      contentOfStep(step).some((content) => content.steps !== undefined && opensSomething(content.steps, contract))
    )
  })

const leadsNowhere = (event: string, isHandled: boolean): Report => ({
  code: isHandled ? 'opensNothing' : 'notHandled',
  params: { event },
})
