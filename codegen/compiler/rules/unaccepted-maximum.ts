import type { ReportAt } from '../rule.ts'
import type { Expr, Node, Operation, Step } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, sameExpr, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Contract } from '../contract/contract.ts'
import type { Signatures } from '../contract/functions.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { annotatedWith } from '../contract/annotated.ts'
import { formShownBy } from '../forms/formWidgets.ts'
import { hasError } from '../infer/types.ts'
import { sentValues } from '../flow/sentValue.ts'
import { argumentOfKind, stateWrittenBy } from '../flow/stateChanges.ts'
import { sentCall } from '../flow/sentCall.ts'
import { walkScreen, type Surroundings } from '../flow/walk.ts'
import { writtenOut } from '../flow/writtenOut.ts'
import { isRefTo } from '../contract/schemaRef.ts'

const rule: Rule = {
  meta: {
    name: 'unaccepted-maximum',
    severity: 'error',
    doc: 'An amount that a step fills into a field is at most the maximum of the field, and that is at most what the call accepts by “x-at-most” of its contract.',
  },
  on: {
    screen({ screen, contract }, report) {
      const maxima = new Map<string, Expr>()
      walkScreen(screen, {
        actions: contract.actions,
        node(node, surroundings) {
          const form = formShownBy(node, contract)
          if (!form) return
          for (const [field, maximum] of maximaOf(node, contract)) {
            const written = writtenOut(maximum, surroundings)
            if (!hasError(written)) maxima.set(`${form.id}.${field}`, written)
          }
        },
        step(step, surroundings) {
          checkFilled(step, surroundings, maxima, contract, report)
          checkSent(step, surroundings, maxima, contract, report)
        },
      })
    },
  },
}
export default rule

const above = (field: string): Report => ({
  code: 'above',
  params: { field },
})

const aboveCall = (field: string, call: string, names: readonly string[]): Report => ({
  code: 'aboveCall',
  params: { field, call, names },
})

/** Reports an amount that a step fills into a field whose maximum may not accept it. */
function checkFilled(
  step: Step,
  surroundings: Surroundings,
  maxima: ReadonlyMap<string, Expr>,
  { actions, signatures }: Contract,
  report: ReportAt,
): void {
  const action = actions.get(step.action)
  const written = stateWrittenBy(action, (argument) => step.args?.[argument])
  const argument = argumentOfKind(action, 'partialFormValues')
  if (written?.kind !== 'form' || argument === undefined) return
  for (const [field, value] of sentValues(step, argument)) {
    const maximum = maxima.get(`${written.name}.${field}`)
    if (maximum === undefined || !isOperation(value as Expr)) continue
    const offered = writtenOut(value as Expr, surroundings)
    if (!readsForm(offered, written.name) && !isWithin(offered, maximum, signatures))
      report(above(field), `${step.sourcePath}/${argument}/${field}`)
  }
}

/** Reports a field whose value is sent and whose maximum may be above what the call accepts. */
function checkSent(
  step: Step,
  { event }: Surroundings,
  maxima: ReadonlyMap<string, Expr>,
  contract: Contract,
  report: ReportAt,
): void {
  const form = event ? formShownBy(event.node, contract) : undefined
  const call = form && sentCall(step, contract)
  const argument = argumentOfKind(contract.actions.get(step.action), 'payload') ?? ''
  if (!call) return
  for (const [name, value] of sentValues(step, argument)) {
    const field = fieldOfForm(value as Expr)
    const bounds = call.payload.properties?.[name]?.['x-at-most']
    if (field === undefined || !Array.isArray(bounds)) continue
    const maximum = maxima.get(`${form.id}.${field}`)
    const at = `${step.sourcePath}/${argument}/${name}`
    if (maximum === undefined) continue
    for (const names of bounds.map((bound) => [bound].flat().map(String)))
      if (!isAtMost(maximum, (expr) => readsOneOf(expr, names), contract.signatures))
        report(aboveCall(field, call.id, names), at)
  }
}

/** The field of a form that an expression reads as it is; undefined for any other value. */
const fieldOfForm = (expr: Expr): string | undefined =>
  isOperation(expr) && expr[0] === '.' && isOperation(expr[1]) && expr[1][0] === 'v' && /(^|:)form$/.test(expr[1][1])
    ? expr[2]
    : undefined

/** Whether an expression is one of these fields of a record. A maximum that is null is not in force. */
const readsOneOf = (expr: Expr, names: readonly string[]): boolean =>
  expr === null || (isOperation(expr) && expr[0] === '.' && names.includes(expr[2]))

/** The maxima of the fields of a form that its node gives. */
function maximaOf(node: Node, { widgets }: Contract): [field: string, maximum: Expr][] {
  return annotatedWith(widgets.get(node.widget)?.props, 'x-ref').flatMap(([prop, schema]) => {
    const each = schema.additionalProperties
    if (!isRefTo(schema, 'formFieldMap') || typeof each !== 'object' || !each.properties?.maximum) return []
    return membersOf(node.exprs?.[prop] ?? null).flatMap(([field, bounds]) =>
      membersOf(bounds).flatMap(([name, value]): [string, Expr][] => (name === 'maximum' ? [[field, value]] : [])),
    )
  })
}

const membersOf = (expr: Expr): [string, Expr][] =>
  isOperation(expr) && expr[0] === 'map' ? entriesOf(expr).map(([name, value]) => [String(name), value]) : []

/** A value that the user has typed is converted, not offered. */
const readsForm = (expr: Expr, form: string): boolean =>
  someOperation(expr, (read) => read[0] === '@' && read[1] === 'forms' && read[2] === form)

/** Whether an amount is proved to be at most another one. Where a maximum may be null it is not in force. */
function isWithin(offered: Expr, maximum: Expr, signatures: Signatures): boolean {
  if (isOperation(maximum) && maximum[0] === '?:' && !sameExpr(offered, maximum)) {
    const [, test, then, otherwise] = maximum
    if (isOperation(offered) && offered[0] === '?:' && sameExpr(offered[1], test))
      return within(offered[2], then, signatures) && within(offered[3], otherwise, signatures)
    return within(offered, then, signatures) && within(offered, otherwise, signatures)
  }
  return isAtMost(offered, (expr) => sameExpr(expr, maximum), signatures)
}

const within = (offered: Expr, maximum: Expr, signatures: Signatures): boolean =>
  maximum === null || isWithin(offered, maximum, signatures)

/** Whether an amount is proved to be at most one that a test accepts, or is 0. An amount less another is at most the first: those of records are not below 0. */
function isAtMost(amount: Expr, isBound: (expr: Expr) => boolean, signatures: Signatures): boolean {
  if (isBound(amount)) return true
  if (!isOperation(amount)) return amount === '0'
  switch (amount[0]) {
    case '?:':
      return isAtMost(amount[2], isBound, signatures) && isAtMost(amount[3], isBound, signatures)
    case '??':
      return isAtMost(amount[1], isBound, signatures) && isAtMost(amount[2], isBound, signatures)
    case 'd-':
      return isAtMost(amount[1], isBound, signatures)
    case 'map_':
      return isAtMost(amount[3], isBound, signatures)
    case 'f':
      return isLessened(amount, isBound, signatures)
    case 'd*':
      return [
        [amount[1], amount[2]],
        [amount[2], amount[1]],
      ].some(([operand, factor]) => isShare(factor) && isAtMost(operand ?? null, isBound, signatures))
    default:
      return false
  }
}

/** Whether the result of a function is at most one of its arguments that is within the bound; `first` is an item of its list. */
function isLessened(
  [, name, ...args]: Operation & readonly ['f', string, ...Expr[]],
  isBound: (expr: Expr) => boolean,
  signatures: Signatures,
): boolean {
  if (name === 'min') return args.some((arg) => isAtMost(arg, isBound, signatures))
  if (name === 'first') return isAtMost(args[0] ?? null, isBound, signatures)
  const { params = [], optional = 0, atMost = [] } = signatures[name] ?? {}
  return (
    args.length === params.length - optional &&
    atMost.some((index) => isAtMost(args[index] ?? null, isBound, signatures))
  )
}

/** A literal from 0 to 1. */
const isShare = (factor: Expr | undefined): boolean =>
  (typeof factor === 'string' || typeof factor === 'number') && Number(factor) >= 0 && Number(factor) <= 1
