import type { Expr, Node } from '../../../src/core/program.ts'
import { entriesOf, isOperation, sameExpr, someOperation } from '../../../src/core/visit.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Contract } from '../../compile/contract.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { annotatedWith } from '../../compile/annotated.ts'
import { formShownBy } from '../../compile/formWidgets.ts'
import { sentValues } from '../../compile/flow/sentValue.ts'
import { argumentOfKind, stateWrittenBy } from '../../compile/flow/stateChanges.ts'
import { walkScreen } from '../../compile/flow/walk.ts'
import { writtenOut } from '../../compile/flow/writtenOut.ts'
import { isRefTo } from '../../compile/schemaRef.ts'

const rule: CheckingRule = {
  name: 'unaccepted-maximum',
  severity: 'error',
  doc: 'An amount that a step fills into a field with a maximum is at most this maximum.',
  screen({ screen, contract }, report) {
    const maxima = new Map<string, Expr>()
    walkScreen(screen, {
      actions: contract.actions,
      node(node, surroundings) {
        const form = formShownBy(node, contract)
        if (!form) return
        for (const [field, maximum] of maximaOf(node, contract))
          maxima.set(`${form.id}.${field}`, writtenOut(maximum, surroundings))
      },
      step(step, surroundings) {
        const action = contract.actions.get(step.action)
        const written = stateWrittenBy(action, (argument) => step.args?.[argument])
        const argument = argumentOfKind(action, 'partialFormValues')
        if (written?.kind !== 'form' || argument === undefined) return
        for (const [field, value] of sentValues(step, argument)) {
          const maximum = maxima.get(`${written.name}.${field}`)
          if (maximum === undefined || !isOperation(value as Expr)) continue
          const offered = writtenOut(value as Expr, surroundings)
          if (!readsForm(offered, written.name) && !isWithin(offered, maximum))
            report(above(field), `${step.sourcePath}/${argument}/${field}`)
        }
      },
    })
  },
}
export default rule

const above = (field: string): Report => ({
  rule,
  code: 'above',
  params: { field },
})

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
function isWithin(offered: Expr, maximum: Expr): boolean {
  if (sameExpr(offered, maximum)) return true
  if (isOperation(maximum) && maximum[0] === '?:') {
    const [, test, then, otherwise] = maximum
    if (isOperation(offered) && offered[0] === '?:' && sameExpr(offered[1], test))
      return within(offered[2], then) && within(offered[3], otherwise)
    return within(offered, then) && within(offered, otherwise)
  }
  if (!isOperation(offered)) return false
  switch (offered[0]) {
    case '?:':
      return isWithin(offered[2], maximum) && isWithin(offered[3], maximum)
    case 'f': {
      const [, name, ...args] = offered
      if (name === 'min') return args.some((one) => isWithin(one, maximum))
      return LESSENED.has(name) && args.length === 2 && isWithin(args[0] ?? null, maximum)
    }
    case 'd*':
      return [
        [offered[1], offered[2]],
        [offered[2], offered[1]],
      ].some(([one, factor]) => isShare(factor) && isWithin(one ?? null, maximum))
    default:
      return false
  }
}

const within = (offered: Expr, maximum: Expr): boolean => maximum === null || isWithin(offered, maximum)

/** Functions whose result is at most their first argument, with two arguments. */
const LESSENED = new Set(['inSteps'])

/** A literal from 0 to 1. */
const isShare = (factor: Expr | undefined): boolean =>
  (typeof factor === 'string' || typeof factor === 'number') && Number(factor) >= 0 && Number(factor) <= 1
