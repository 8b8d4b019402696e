import type { ErrorCode, ErrorParams } from '../generated/errors.ts'

/** A call says no: the envelope carries the code and its parameters, the status stays 200. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: Record<string, unknown>,
  ) {
    super(code)
    this.name = 'Refusal'
  }
}

/** Throw what this answers: `throw refuse('wrongPassword')`. The parameters are the ones schemas/errors.json lists for the code. */
export function refuse<C extends ErrorCode>(code: C, ...params: ErrorParams[C] extends Record<string, never> ? [] : [ErrorParams[C]]): Refusal {
  return new Refusal(code, params[0] ?? {})
}

/** Codes that every call may refuse with, even if its file does not list them: the framework throws them. */
export const ANY_CALL: readonly ErrorCode[] = [
  'sessionExpired',
  'parameterError',
  'missingParameter',
  'userLocked',
  'idempotencyKeyMissing',
  'idempotencyKeyReused',
  'serverError',
  'notFound',
]
