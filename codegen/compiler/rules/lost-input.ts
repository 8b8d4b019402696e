import { someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkScreen } from '../flow/walk.ts'
import { formShownBy } from '../forms/formWidgets.ts'
import { stateWrittenBy } from '../flow/stateChanges.ts'
import { isRefTo } from '../contract/schemaRef.ts'

const rule: Rule = {
  meta: {
    name: 'lost-input',
    severity: 'error',
    doc: 'Steps that run when a field of a form changes set fields of this form only after a comparison with the field that has changed.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step, { event, conditions }) {
          if (!event) return
          const detail = contract.widgets.get(event.node.widget)?.events[event.name]?.detail
          const isChange =
            !isRefTo(detail, 'formValues') &&
            Object.values(detail?.properties ?? {}).length === 1 &&
            Object.values(detail?.properties ?? {}).some((property) => isRefTo(property, 'formField'))
          const form = isChange ? formShownBy(event.node, contract)?.id : undefined
          if (form === undefined) return
          const written = stateWrittenBy(contract.actions.get(step.action), (argument) => step.args?.[argument])
          if (written?.kind !== 'form' || written.name !== form) return
          const isAsked = conditions.some(({ expr }) =>
            someOperation(expr, ([op, name]) => op === 'v' && /(^|:)event$/.test(name)),
          )
          if (!isAsked) report(overwritesInput(), step.sourcePath)
        },
      })
    },
  },
}
export default rule

const overwritesInput = (): Report => ({
  code: 'overwritesInput',
})
