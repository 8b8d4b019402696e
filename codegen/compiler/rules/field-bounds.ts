import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import {
  alternativesOf,
  exprKey,
  isOperation,
  sameExpr,
  someOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { visitBounds, type Bounds } from '../flow/bounds.ts'

const rule: Rule = {
  meta: {
    name: 'field-bounds',
    severity: 'warning',
    doc: 'The maximum of a field differs from its minimum and its step, and a bound is a value of the server.',
  },
  on: {
    screen({ screen, contract }, report) {
      visitBounds(screen, contract, (bounds, at) => {
        const finding = equalBounds(bounds) ?? sourceProblem(bounds)
        if (finding) report(finding, at)
      })
    },
  },
}
export default rule

/** The maximum is the minimum, or the step. The minimum may be the step: the smallest amount. */
function equalBounds({ minimum, maximum, step }: Bounds): Report | undefined {
  if (maximum === undefined) return undefined
  if (minimum !== undefined && minimum !== null && sameExpr(minimum, maximum)) return { code: 'sameBounds' }
  return step !== undefined && step !== null && sameExpr(step, maximum) ? { code: 'stepIsMaximum' } : undefined
}

/** A bound that is written out, and a bound that is the larger of two limits. */
function sourceProblem({ minimum, maximum }: Bounds): Report | undefined {
  for (const [bound, value] of Object.entries({ minimum, maximum }))
    if (value !== undefined && values(value).some(isConstantAmount)) return { code: 'writtenOut', params: { bound } }
  const larger = values(maximum).find((value) => isOperation(value) && value[0] === 'f' && value[1] === 'max')
  if (isOperation(larger) && argumentsOf(larger).every(readsValue)) return { code: 'largerMaximum' }
  const raised = values(minimum).find((value) => isOperation(value) && value[0] === 'f' && value[1] === 'max')
  const tops = new Set(values(maximum).flatMap((value) => (readsValue(value) ? [exprKey(value)] : [])))
  return isOperation(raised) && argumentsOf(raised).some((argument) => tops.has(exprKey(argument)))
    ? { code: 'atLeastMaximum' }
    : undefined
}

/** Possible values of an expression: those of its branches, and of the first item of a mapped list. */
function values(expr: Expr | undefined): readonly Expr[] {
  if (!isOperation(expr)) return expr === undefined ? [] : [expr]
  const branches = alternativesOf(expr)
  if (branches) return branches.flatMap(values)
  if (expr[0] === 'map_') return values(expr[3])
  return expr[0] === 'f' && expr[1] === 'first' ? values(expr[2]) : [expr]
}

const argumentsOf = (call: Operation): readonly Expr[] => call.slice(2) as readonly Expr[]
const readsValue = (expr: Expr): boolean => someOperation(expr, ([op]) => op === '@' || op === 'v')
/** An amount other than 0 that reads nothing. */
const isConstantAmount = (expr: Expr): boolean =>
  expr !== null && !readsValue(expr) && Number(isOperation(expr) ? (expr[2] as Expr) : expr) !== 0
