import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import {
  alternativesOf,
  entriesOf,
  exprKey,
  isOperation,
  operationsOf,
  sameExpr,
  someOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'exchanged-bounds',
    severity: 'warning',
    follows: { 'crossed-fields': 'near' },
    doc: 'The maximum of a field differs from its minimum and its step, no bound is named after another one, and a bound is a value of the server: with a minimum there is a maximum.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node({ exprs, sourcePath }) {
          for (const [prop, value] of Object.entries(exprs ?? {}))
            for (const operation of operationsOf(value)) {
              if (operation[0] !== 'map') continue
              const entries = new Map(entriesOf(operation).map(([key, entry]) => [String(key), entry]))
              const finding =
                problemOf(entries.get('minimum'), entries.get('maximum')) ??
                stepProblem(entries) ??
                sourceProblem(entries)
              if (finding) report(finding, `${sourcePath}/props/${prop}`)
            }
        },
      })
    },
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

/** A step that is the maximum, or named after a bound. The minimum may be the step: the smallest amount. */
function stepProblem(entries: ReadonlyMap<string, Expr>): Report | undefined {
  const [step, maximum] = [entries.get('step'), entries.get('maximum')]
  if (step === undefined || step === null) return undefined
  if (isNamed(step, /^min/i, /step/i)) return namedAfterOther('step', 'minimum')
  if (isNamed(step, /^max/i, /step/i)) return namedAfterOther('step', 'maximum')
  return maximum === undefined || !sameExpr(step, maximum) ? undefined : stepIsMaximum()
}

const LIMITS = ['minimum', 'maximum']

/** A bound that is written out, a maximum that is the larger of two values, and a minimum of the server without its maximum. */
function sourceProblem(entries: ReadonlyMap<string, Expr>): Report | undefined {
  for (const bound of LIMITS) {
    const value = entries.get(bound)
    if (value !== undefined && values(value).some(isConstantAmount)) return writtenOut(bound)
  }
  const [minimum, maximum] = [entries.get('minimum'), entries.get('maximum')]
  if (minimum !== undefined && maximum === undefined && isNamed(minimum, /^min/i, /^max/i)) return noMaximum()
  const larger = values(maximum).find((value) => isOperation(value) && value[0] === 'f' && value[1] === 'max')
  if (isOperation(larger) && argumentsOf(larger).every(readsValue)) return largerMaximum()
  const raised = values(minimum).find((value) => isOperation(value) && value[0] === 'f' && value[1] === 'max')
  const tops = new Set(values(maximum).flatMap((value) => (readsValue(value) ? [exprKey(value)] : [])))
  return isOperation(raised) && argumentsOf(raised).some((argument) => tops.has(exprKey(argument)))
    ? atLeastMaximum()
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

/** Whether an expression reads a field with such a name, and none with the other. */
function isNamed(expr: Expr, name: RegExp, other: RegExp): boolean {
  const fields = operationsOf(expr).flatMap((operation) => (operation[0] === '.' ? [operation[2]] : []))
  return fields.some((field) => name.test(field)) && !fields.some((field) => other.test(field))
}

const namedAfterOther = (bound: string, other: string): Report => ({
  code: 'namedAfterOther',
  params: { bound, other },
})

const writtenOut = (bound: string): Report => ({
  code: 'writtenOut',
  params: { bound },
})

const noMaximum = (): Report => ({
  code: 'noMaximum',
})

const largerMaximum = (): Report => ({
  code: 'largerMaximum',
})

const atLeastMaximum = (): Report => ({
  code: 'atLeastMaximum',
})

const stepIsMaximum = (): Report => ({
  code: 'stepIsMaximum',
})

const sameBounds = (): Report => ({
  code: 'sameBounds',
})
