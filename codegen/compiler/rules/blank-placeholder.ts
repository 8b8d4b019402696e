import type { Node } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isState, stateValuesOf, truthFor } from '../flow/stateValues.ts'
import type { StateValue } from '../flow/stateValues.ts'

const rule: Rule = {
  meta: {
    name: 'blank-placeholder',
    severity: 'warning',
    doc: 'A placeholder of a query shows a node for each value of the states.',
  },
  on: {
    screen({ screen, contract }, report) {
      const states = stateValuesOf(screen, contract)
      for (const [query, { placeholders }] of Object.entries(screen.queries))
        for (const [kind, nodes] of Object.entries(placeholders ?? {}))
          for (const [state, values] of states) {
            const value = values.find(
              (value) => nodes.length > 0 && nodes.every((node) => isHidden(node, state, value)),
            )
            if (value === undefined) continue
            report(nothingFor(kind, state, value), `queries/${query}/${kind}`, true)
            break
          }
    },
  },
}
export default rule

const isHidden = ({ visible }: Node, state: string, value: StateValue): boolean =>
  visible !== undefined &&
  operationsOf(visible).some((operation) => isState(operation, state)) &&
  truthFor(visible, state, value) === false

const nothingFor = (placeholder: string, state: string, value: StateValue): Report => ({
  code: 'nothingFor',
  params: { placeholder, state, value: typeof value === 'string' ? `'${value}'` : String(value) },
})
