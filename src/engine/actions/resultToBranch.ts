import type { CallFailure, CallResult } from '../language/result.ts'
import { traitsOf } from '../language/resultClass.ts'
import type { ActionContext } from './action.ts'

/** `error` of a fail branch: the message is in the user's language. */
export interface Failure {
  kind: CallFailure['kind']
  status: number | null
  code: string
  message: string
  /** Not for screens: names the form field of a refusal. */
  params: Record<string, unknown>
  /** Not for screens: the refused file. */
  file?: Blob
}

/** The branch of a call's result. Toasts a failure that is not shown yet, unless the call is silent. */
export function resultToBranch(
  result: CallResult,
  context: ActionContext,
  silent = false,
): { branch: 'onSuccess' | 'onError'; value: unknown } {
  if (result.ok) return { branch: 'onSuccess', value: result.data }
  const outcome = failureToBranch(result, context)
  if (!silent && result.code !== 'cancelled' && traitsOf(result).shownBy === 'screen')
    context.toast(outcome.value.message, { tone: 'error', ...(result.payment && { about: 'payment' }) })
  return outcome
}

/** Returns the `onError` branch of a failure, with the message in the user's language. Shows no toast. */
export function failureToBranch(failure: CallFailure, context: ActionContext): { branch: 'onError'; value: Failure } {
  const { kind, status = null, code, params, file } = failure
  const message = context.explain(failure)
  return { branch: 'onError', value: { kind, status, code, message, params, ...(file && { file }) } }
}
