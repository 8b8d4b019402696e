import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { visitBounds, type Bounds } from '../flow/bounds.ts'

const rule: Rule = {
  meta: {
    name: 'swapped-bounds',
    severity: 'lint',
    doc: 'No bound of a field is named after another bound, and beside the minimum of the server there is its maximum.',
  },
  on: {
    screen({ screen, contract }, report) {
      visitBounds(screen, contract, (bounds, at) => {
        const finding = nameProblem(bounds)
        if (finding) report(finding, at)
      })
    },
  },
}
export default rule

function nameProblem({ minimum, maximum, step }: Bounds): Report | undefined {
  if (isNamed(minimum, /^max/i, /^(min|least)/i)) return namedAfterOther('minimum', 'maximum')
  if (isNamed(maximum, /^(min|least)/i, /^max/i)) return namedAfterOther('maximum', 'minimum')
  if (isNamed(step, /^min/i, /step/i)) return namedAfterOther('step', 'minimum')
  if (isNamed(step, /^max/i, /step/i)) return namedAfterOther('step', 'maximum')
  return maximum === undefined && isNamed(minimum, /^min/i, /^max/i) ? { code: 'noMaximum' } : undefined
}

/** Whether an expression reads a field with such a name, and none with the other. */
function isNamed(expr: Expr | undefined, name: RegExp, other: RegExp): boolean {
  if (expr === undefined) return false
  const fields = operationsOf(expr).flatMap((operation) => (operation[0] === '.' ? [operation[2]] : []))
  return fields.some((field) => name.test(field)) && !fields.some((field) => other.test(field))
}

const namedAfterOther = (bound: string, other: string): Report => ({
  code: 'namedAfterOther',
  params: { bound, other },
})
