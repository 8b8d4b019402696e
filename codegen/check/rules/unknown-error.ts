import type { Expr, Operation, Step } from '../../../src/core/program.ts'
import { isOperation, operandsOf, operationsOf } from '../../../src/core/visit.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Vocabulary } from '../../compile/contract.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { sentCall } from '../../compile/flow/sentCall.ts'
import { walkScreen } from '../../compile/flow/walk.ts'
import type { Surroundings } from '../../compile/flow/walk.ts'
import { memo } from '../../compile/memo.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: CheckingRule = {
  name: 'unknown-error',
  severity: 'error',
  doc: 'A code of an error exists, and the call that has failed can answer with it.',
  screen({ screen, contract }, report) {
    const { listed, codes } = codesOf(contract)
    walkScreen(screen, {
      actions: contract.actions,
      step(step, surroundings) {
        for (const [name, expr] of Object.entries(step.exprs ?? {}))
          for (const operation of operationsOf(expr))
            for (const { code, by } of comparedCodes(operation, surroundings, contract)) {
              const errors = sentCall(by, contract)?.errors
              if (!codes.includes(code)) report(noCode(code, codes), `${step.sourcePath}/${name}`)
              else if (errors && listed.has(code) && !errors.includes(code))
                report(codeOfOther(code, errors), `${step.sourcePath}/${name}`)
            }
      },
    })
  },
}
export default rule

/** The codes with a text, and those that calls list. */
const codesOf = memo((contract: Vocabulary) => ({
  listed: new Set([...contract.calls.values()].flatMap(({ errors }) => errors)),
  codes: contract.errorCodes,
}))

/** The literals that the code of a failure is compared with, and the step that has failed. */
function comparedCodes(
  operation: Operation,
  { bound }: Surroundings,
  contract: Vocabulary,
): { code: string; by: Step }[] {
  if (operation[0] !== '==' && operation[0] !== '!=' && operation[0] !== 'in') return []
  const operands = operandsOf(operation)
  const by = operands.map((one) => failedStep(one, bound, contract)).find((one) => one !== undefined)
  if (!by) return []
  const literals = operands.flatMap((one) => (isOperation(one) ? (one[0] === 'list' ? one.slice(1) : []) : [one]))
  return literals.flatMap((code) => (typeof code === 'string' ? [{ code, by }] : []))
}

/** The step whose failure has the property that an expression reads, if the property is a code. */
function failedStep(expr: Expr, bound: Surroundings['bound'], { actions }: Vocabulary): Step | undefined {
  if (!isOperation(expr) || expr[0] !== '.' || !isOperation(expr[1]) || expr[1][0] !== 'v') return undefined
  const outcome = bound.get(expr[1][1]) ?? bound.get(expr[1][1].split(':').at(-1) ?? '')
  const type = outcome && actions.get(outcome.step.action)?.branches[outcome.branch]?.type
  const schema = typeof type === 'object' ? type.properties?.[expr[2]] : undefined
  return schema?.['x-error-code'] === true ? outcome?.step : undefined
}

const noCode = (code: string, codes: readonly string[]): Report => ({
  rule,
  message: `There is no error with the code "${code.slice(0, 60)}".`,
  suggestion: didYouMean(code, codes) ?? 'The codes are in schemas/errors.json.',
})

const codeOfOther = (code: string, errors: readonly string[]): Report => ({
  rule,
  message: `The call never answers with "${code}", so this comparison never holds.`,
  suggestion: didYouMean(code, errors) ?? 'Compare with a code of "errors" of the call.',
})
