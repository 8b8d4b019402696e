import type { CallFailure, CallResult } from '../core/result.ts'
import type { ActionContext } from './contract.ts'

/** What a fail branch knows as `error`: the message is in the reader's language. */
export interface Failure {
  kind: CallFailure['kind']
  status: number | null
  code: string
  message: string
  /** Not for screens: tells a form which field a refusal is about. */
  params: Record<string, unknown>
}

/** The api has toasted a refusal, a 404 and the end of the session; of what else goes wrong nobody has told the reader. */
function isUntold({ kind, status, code }: CallFailure): boolean {
  return code !== 'cancelled' && (kind === 'network' || kind === 'timeout' || kind === 'invalid' || (kind === 'status' && status !== 404))
}

/** The branch that a call's result leads to. A failure has been told to the reader then, unless the call is silent. */
export function settled(result: CallResult, context: ActionContext, silent = false): { branch: 'onSuccess' | 'onError'; value: unknown } {
  if (result.ok) return { branch: 'onSuccess', value: result.data }
  const outcome = failed(result, context)
  if (!silent && isUntold(result)) context.toast(outcome.value.message, { tone: 'error' })
  return outcome
}

export function failed(failure: CallFailure, context: ActionContext): { branch: 'onError'; value: Failure } {
  const { kind, status = null, code, params } = failure
  return { branch: 'onError', value: { kind, status, code, message: context.explain(failure), params } }
}
