import type { Step } from '../../../src/engine/language/expressions/program.ts'
import { contentOfStep, someStep, stepListsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import { needsProof, type Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { hasError } from '../infer/types.ts'
import { sentCall } from '../flow/sentCall.ts'
import { sentValues } from '../flow/sentValue.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'proof-needed',
    severity: 'error',
    doc: 'A call that requires the payment password or a step-up is in the “onSuccess” branch of the step that asks for it, and sends its proof; a proof is requested for a call that is sent.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step, { bound }) {
          const action = contract.actions.get(step.action)
          const proved = step.args?.[argumentOfKind(action, 'call') ?? '']
          if (
            action?.proves !== undefined &&
            contract.calls.has(String(proved)) &&
            !sendsAny(action.proves, step, contract)
          )
            report(neverSent(String(proved)), step.sourcePath)
          const call = sentCall(step, contract)
          const proofs = [...bound].filter(([, { step: by }]) => contract.actions.get(by.action)?.proves !== undefined)
          if (!call || proofs.length === 0) return
          const argument = argumentOfKind(action, 'payload') ?? ''
          for (const [name, value] of sentValues(step, argument)) {
            const schema = call.payload.properties?.[name]
            if (schema?.['x-secret'] !== true) continue
            const kind = schema['x-proof']
            const fitting = proofs.filter(
              ([, { step: by }]) => kind === undefined || contract.actions.get(by.action)?.proves === kind,
            )
            const isProof = Array.isArray(value) && value[0] === 'v' && fitting.some(([proof]) => proof === value[1])
            if (!isProof && fitting.length > 0)
              report(otherProof(name, fitting[0]?.[0] ?? ''), `${step.sourcePath}/${argument}/${name}`)
          }
        },
      })
    },
    proofMissing: ({ call, accessRule, isOther, action }, report) =>
      report({ code: isOther ? 'otherProofObtained' : 'noProof', params: { call, accessRule, action } }),
    proofNotSent: ({ call, field }, report) => report({ code: 'proofNotSent', params: { call, field } }),
  },
}
export default rule

/** Whether a step within the branches of another sends a call that requires this proof; for another call than the named one see `noProof`. */
const sendsAny = (accessRule: string, step: Step, contract: Vocabulary): boolean =>
  someStep(stepListsOf(contentOfStep(step)).flat(), (inner) => {
    const call = sentCall(inner, contract)
    return call === undefined ? hasError(inner.exprs?.[sendsOf(inner, contract)]) : needsProof(call, accessRule)
  })

const sendsOf = ({ action }: Step, { actions }: Vocabulary): string => actions.get(action)?.sends ?? ''

const otherProof = (field: string, proof: string): Report => ({
  code: 'otherProof',
  params: { field, proof: proof.split(':').at(-1) ?? proof },
})

const neverSent = (call: string): Report => ({
  code: 'neverSent',
  params: { call },
})
