import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import { hasError } from '../infer/types.ts'
import type { Rule } from '../rule.ts'
import type { Call, Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isPromise, sentValues } from '../contract/sentValues.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { sentCall } from '../flow/sentCall.ts'
import { walkScreen, type Surroundings } from '../flow/walk.ts'
import { writtenOut } from '../flow/writtenOut.ts'

const rule: Rule = {
  meta: {
    name: 'promise-source',
    severity: 'error',
    doc: 'A figure of a receipt is sent as it is read of where the contract says: the answer of a quote, a record, or the form.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step, surroundings) {
          const call = sentCall(step, contract)
          const argument = argumentOfKind(contract.actions.get(step.action), 'payload') ?? ''
          const payload = step.exprs?.[argument]
          if (!call?.figures || call.figures.from === 'live' || payload === undefined) return
          for (const { path, expr } of sentValues(call.payload, payload).filter(isPromise)) {
            if (expr === undefined || hasError(expr)) continue
            const name = path.slice(path.lastIndexOf('/') + 1)
            if (!isFrom(call, name, writtenOut(expr, surroundings), surroundings, contract))
              report(fromElsewhere(path, call), `${step.sourcePath}/${argument}/${path}`)
          }
        },
      })
    },
  },
}
export default rule

const fromElsewhere = (field: string, { figures }: Call): Report => ({
  code: figures?.from === 'quote' ? 'notOfQuote' : figures?.from === 'record' ? 'notOfRecord' : 'notTyped',
  params: { field, of: figures?.of ?? '' },
})

/** Whether an expression is the field of this name of the source that the contract names. */
function isFrom({ figures }: Call, name: string, expr: Expr, { bound }: Surroundings, contract: Vocabulary): boolean {
  if (figures?.from === 'typed') return someOperation(expr, (read) => isForm(read))
  if (!isOperation(expr) || expr[0] !== '.' || expr[2] !== name) return false
  if (figures?.from === 'record') return true
  const [, object] = expr
  const outcome = isOperation(object) && object[0] === 'v' ? bound.get(object[1]) : undefined
  return outcome !== undefined && sentCall(outcome.step, contract)?.id === figures?.of
}

const isForm = (read: readonly unknown[]): boolean => read[0] === 'v' && /(^|:)form$/.test(String(read[1]))
