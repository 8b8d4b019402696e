import type { CallFailure } from './result.ts'

/** Whether the sender of an event shows a refusal itself, in place of a toast. */
export type ClaimsRefusal = (failure: CallFailure) => boolean

const claims = new WeakMap<object, ClaimsRefusal>()

/** Declares which refusals of the calls that an event causes are shown by its sender. */
export function claimRefusals<Detail extends object>(detail: Detail, claim: ClaimsRefusal): Detail {
  claims.set(detail, claim)
  return detail
}

/** The claim of an event's sender; undefined without one. */
export const claimOf = (detail: unknown): ClaimsRefusal | undefined =>
  typeof detail === 'object' && detail !== null ? claims.get(detail) : undefined
