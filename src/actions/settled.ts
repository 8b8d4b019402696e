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

/** The branch that a call's result leads to. */
export function settled(result: CallResult, context: ActionContext): { branch: 'ok' | 'fail'; value: unknown } {
  return result.ok ? { branch: 'ok', value: result.data } : failed(result, context)
}

export function failed(failure: CallFailure, context: ActionContext): { branch: 'fail'; value: Failure } {
  const { kind, status = null, code, params } = failure
  return { branch: 'fail', value: { kind, status, code, message: context.explain(failure), params } }
}
