import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'proof-needed',
  severity: 'error',
  doc: 'A call that requires the payment password is in the “onSuccess” branch of the step that asks for it.',
}
export default rule

/** `isOther`: an earlier step obtains the proof for another call; `action`: a step that obtains it. */
export const noProof = (call: string, accessRule: string, isOther: boolean, action: string): Report => ({
  rule,
  message: `"${call}" needs the proof of "${accessRule}", and no step before it obtains the proof${isOther ? ' for this call' : ''}.`,
  suggestion: `Put the call into "onSuccess" of {"action": "${action}", …}.`,
})
