import type { Expr } from '../../../src/core/program.ts'
import { entriesOf, operationsOf, sameExpr } from '../../../src/core/visit.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { walkScreen } from '../../compile/flow/walk.ts'

const rule: CheckingRule = {
  name: 'exchanged-bounds',
  severity: 'warning',
  doc: 'The maximum of a field differs from its minimum and its step, and no bound is named after the other.',
  screen({ screen, contract }, report) {
    walkScreen(screen, {
      actions: contract.actions,
      node({ exprs, sourcePath }) {
        for (const [prop, value] of Object.entries(exprs ?? {}))
          for (const operation of operationsOf(value)) {
            if (operation[0] !== 'map') continue
            const entries = new Map(entriesOf(operation).map(([key, one]) => [String(key), one]))
            const finding = problemOf(entries.get('minimum'), entries.get('maximum')) ?? stepProblem(entries)
            if (finding) report(finding, `${sourcePath}/props/${prop}`)
          }
      },
    })
  },
}
export default rule

function problemOf(minimum: Expr | undefined, maximum: Expr | undefined): Report | undefined {
  if (minimum !== undefined && isNamed(minimum, /^max/i, /^(min|least)/i)) return namedAfterOther('minimum', 'maximum')
  if (maximum !== undefined && isNamed(maximum, /^(min|least)/i, /^max/i)) return namedAfterOther('maximum', 'minimum')
  if (minimum === undefined || minimum === null || maximum === undefined || !sameExpr(minimum, maximum))
    return undefined
  return sameBounds()
}

/** A step that is the maximum. It may be the minimum: the smallest amount. */
function stepProblem(entries: ReadonlyMap<string, Expr>): Report | undefined {
  const [step, maximum] = [entries.get('step'), entries.get('maximum')]
  return step === undefined || step === null || maximum === undefined || !sameExpr(step, maximum)
    ? undefined
    : stepIsMaximum()
}

/** Whether an expression reads a field with such a name, and none with the other. */
function isNamed(expr: Expr, name: RegExp, other: RegExp): boolean {
  const fields = operationsOf(expr).flatMap((one) => (one[0] === '.' ? [one[2]] : []))
  return fields.some((field) => name.test(field)) && !fields.some((field) => other.test(field))
}

const namedAfterOther = (bound: string, other: string): Report => ({
  rule,
  message: `The ${bound} of this field is a value that is named after a ${other}.`,
  suggestion: `Write the value of the ${bound}, or exchange the two.`,
})

const stepIsMaximum = (): Report => ({
  rule,
  message: 'The step and the maximum of this field are the same value.',
  suggestion: 'Write the step of the amount: the smallest difference between two amounts.',
})

const sameBounds = (): Report => ({
  rule,
  message: 'The minimum and the maximum of this field are the same value, so that only it can be typed.',
  suggestion: 'Write two values, or show the value instead of a field.',
})
