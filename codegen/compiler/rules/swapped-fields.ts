import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { alternativesOf, entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { namesRead } from '../flow/namesRead.ts'
import { walkOperations, walkScreen } from '../flow/walk.ts'
import { refOf } from '../contract/schemaRef.ts'

const rule: Rule = {
  meta: {
    name: 'swapped-fields',
    severity: 'lint',
    doc: 'A field of a payload, of initial values or of the arguments of a text does not get the value that is named after another field beside it.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkOperations(screen, contract.actions, (operation, at) => {
        if (operation[0] === 't') checkArguments(operation[2], at, report)
      })
      walkScreen(screen, {
        actions: contract.actions,
        node({ widget, exprs = {}, sourcePath }) {
          const props = contract.widgets.get(widget)?.props.properties
          for (const [prop, expr] of Object.entries(exprs))
            if (refOf(props?.[prop])?.kind === 'partialFormValues')
              checkFields(expr, `${sourcePath}/props/${prop}`, report)
        },
        step({ action, exprs, sourcePath }) {
          const argument = argumentOfKind(contract.actions.get(action), 'payload')
          if (argument !== undefined) checkFields(exprs?.[argument], `${sourcePath}/${argument}`, report)
        },
      })
    },
  },
}
export default rule

/** Reports a value that is a path to another field of the same object. */
function checkFields(value: Expr | undefined, at: string, report: ReportAt): void {
  if (!isOperation(value) || value[0] !== 'map') return
  const entries = entriesOf(value).map(([key, entry]) => ({ name: String(key), read: namesGiven(entry) }))
  for (const { name, read } of entries) {
    if (read.includes(name)) continue
    // The outermost name on the path says what the value is: "stopLoss" of `result.stopLoss.price`.
    const other = read.find((part) => entries.some((entry) => entry.name === part))
    if (other !== undefined) report(getsOther(name, other), `${at}/${name}`)
  }
}

/** Reports two arguments of a text of which each is named after what the other one reads. */
function checkArguments(value: Expr | undefined, at: string, report: ReportAt): void {
  if (!isOperation(value) || value[0] !== 'map') return
  const entries = entriesOf(value).map(([key, entry]) => ({ name: String(key), read: namesRead(entry) }))
  for (const [index, { name, read }] of entries.entries()) {
    const other = entries.slice(0, index).find((entry) => read.includes(entry.name) && entry.read.includes(name))
    if (other && !read.includes(name) && !other.read.includes(other.name))
      report(exchangedArguments(other.name, name), at)
  }
}

/** The names on the paths that an expression can give the value of: `state.from`, `x ? a.from.id : null`. */
function namesGiven(expr: Expr): string[] {
  const alternatives = alternativesOf(expr)
  if (alternatives) return alternatives.flatMap((alternative) => namesGiven(alternative))
  if (!isOperation(expr)) return []
  if (expr[0] === '.') return [...namesGiven(expr[1]), expr[2]]
  return expr[0] === '@' ? [expr[2]] : []
}

const getsOther = (name: string, other: string): Report => ({
  code: 'getsOther',
  params: { name, other },
  // Both fields of a swap have one cause.
  cause: { name: `swapped ${[name, other].toSorted().join(' ')}`, within: 'handler' },
})

const exchangedArguments = (first: string, second: string): Report => ({
  code: 'exchangedArguments',
  params: { first, second },
})
