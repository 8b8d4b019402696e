import { queryUsageOf } from '../../../src/engine/language/expressions/queryUsage.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { exitsOfBody, exitsOnShow } from '../flow/exits.ts'
import { stateValuesOf, truthFor } from '../flow/stateValues.ts'
import type { Scalar } from '../flow/stateValues.ts'
import type { Surroundings } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'dead-end',
    severity: 'error',
    follows: {
      // A node that names no query may be the way out.
      'unknown-query': 'file',
    },
    doc: 'Every screen has a way back or on, even if a query fails, and for every value of its states.',
  },
  on: {
    screen({ screen, shell, contract }, report) {
      if (!shell || screen.navigationBar === 'default' || shell.tabs.some((tab) => tab.route === screen.route)) return
      if (
        exitsOnShow(screen, contract).some(
          ({ surroundings }) => surroundings.conditions.length === 0 && surroundings.outcomes.length === 0,
        )
      )
        return
      const exits = exitsOfBody(screen, contract).filter(({ to }) => to !== screen.route)
      if (exits.length === 0) return report(noExit(), 'route')
      const [awaited] = queryUsageOf(screen).awaitedByBody
      const waited =
        awaited ??
        (exits.every(({ surroundings }) => surroundings.needs.length > 0) ? exits[0]?.surroundings.needs[0] : undefined)
      if (waited !== undefined) return report(noExitWithout(waited), `queries/${waited}`, true)
      for (const [state, values] of stateValuesOf(screen, contract)) {
        const lost = values.find((value) => exits.every(({ surroundings }) => isHidden(surroundings, state, value)))
        if (lost !== undefined) report(noExitWhere(state, lost), `state/${state}`, true)
      }
    },
  },
}
export default rule

const noExit = (): Report => ({
  code: 'noExit',
})

const noExitWithout = (query: string): Report => ({
  code: 'noExitWithout',
  params: { query },
})

const noExitWhere = (state: string, value: Scalar): Report => ({
  code: 'noExitWhere',
  params: { state, value: typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value) },
})

/** Whether a condition around an exit is not met while a state has this value. */
const isHidden = ({ conditions }: Surroundings, state: string, value: Scalar): boolean =>
  conditions.some(({ expr, truth }) => truthFor(expr, state, value) === !truth)
