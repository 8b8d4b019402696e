import type { ErrorCode, ErrorParams } from '../../generated/errors.ts'

/** A refused call: the envelope carries the code and its parameters; the HTTP status stays 200. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: Record<string, unknown>,
  ) {
    super(code)
    this.name = 'Refusal'
  }
}

/** Creates the refusal to throw: `throw refuse('wrongPassword')`. The parameters are those of schemas/errors.json. */
export function refuse<C extends ErrorCode>(
  code: C,
  ...params: ErrorParams[C] extends Record<string, never> ? [] : [ErrorParams[C]]
): Refusal {
  return new Refusal(code, params[0] ?? {})
}
