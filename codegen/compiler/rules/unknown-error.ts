import type { Expr, Operation, Step } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operandsOf, operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sentCall } from '../flow/sentCall.ts'
import { walkScreen } from '../flow/walk.ts'
import type { Surroundings } from '../flow/walk.ts'
import { memo } from '../source/memo.ts'
import { didYouMean, nearest } from '../source/names/nearest.ts'
import { itemsOf, member, members } from '../source/source.ts'

const ERRORS_FILE = 'schemas/errors.json'
const CALL_FILE = /^schemas\/api\//

const rule: Rule = {
  meta: {
    name: 'unknown-error',
    severity: 'error',
    doc: 'A code of an error is in schemas/errors.json and has a text, and the call that has failed can answer with it.',
  },
  on: {
    project({ sources, contract }, report) {
      const errors = sources.get(ERRORS_FILE)
      if (!errors?.root) return
      const declared = members(errors.root).map(({ name }) => name)
      for (const source of sources.values())
        for (const [index, node] of itemsOf(
          CALL_FILE.test(source.file) ? member(source.root, 'errors') : undefined,
        ).entries()) {
          const code = String(node.value)
          if (!declared.includes(code)) report(notDeclared(code, contract.errorCodes), source, node, `errors/${index}`)
          else if (!contract.errorCodes.includes(code)) report(withoutText(code), source, node, `errors/${index}`)
        }
    },
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
  const by = operands.map((operand) => failedStep(operand, bound, contract)).find((step) => step !== undefined)
  if (!by) return []
  const literals = operands.flatMap((operand) =>
    isOperation(operand) ? (operand[0] === 'list' ? operand.slice(1) : []) : [operand],
  )
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

const notDeclared = (code: string, codes: readonly string[]): Report => ({
  code: 'notDeclared',
  params: { code: code.slice(0, 60), limit: ERRORS_FILE },
  suggestion: didYouMean(code, codes),
})

const withoutText = (code: string): Report => ({
  code: 'withoutText',
  params: { code: code.slice(0, 60) },
})

const noCode = (code: string, codes: readonly string[]): Report => ({
  code: 'noCode',
  params: { code: code.slice(0, 60) },
  suggestion: didYouMean(code, codes),
})

const codeOfOther = (code: string, errors: readonly string[]): Report => ({
  code: 'codeOfOther',
  params: { code, nearestOf: nearestOf(code, errors) },
  // The code exists: it is the call that may lack it.
})

function nearestOf(code: string, errors: readonly string[]): string {
  const near = nearest(code, errors)
  return near ? `, such as "${near.name}"` : ''
}
