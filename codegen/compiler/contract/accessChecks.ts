import { needsProof, STEP_UP, type Call } from './contract.ts'
import type { Range, JsonNode } from '../source/source.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { provesRule } from '../infer/facts.ts'

/** Checks that the access rules of a call are proved by the access of the screen or by a condition, whose keyword is `condition`. A part passes the requirement to its users. */
export function checkCallAccess(
  call: Pick<Call, 'id' | 'auth' | 'needs'>,
  at: JsonNode | Range,
  path: string,
  context: CompileContext,
  condition: 'visible' | 'enabled' = 'visible',
): void {
  if (call.auth) checkRule('login', call.id, at, path, context, condition)
  for (const accessRule of call.needs) checkRule(accessRule, call.id, at, path, context, condition)
}

/**
 * Reports an access rule that neither the access of the screen nor a condition proves, or a session that an earlier step has ended.
 * In a part the rule is recorded for the screens that use it.
 */
export function checkRule(
  accessRule: string,
  call: string,
  at: JsonNode | Range,
  path: string,
  { unit, scope, ended }: CompileContext,
  condition: 'visible' | 'enabled' = 'visible',
): void {
  if (ended !== undefined) {
    unit.emit({ event: 'callAfterSession', call, by: ended }, at, path)
    return
  }
  if (
    unit.access.has(accessRule) ||
    provesRule(accessRule, unit.contract.accessRules.get(accessRule)?.condition, scope.facts)
  )
    return
  if (unit.kind === 'part') {
    unit.requiredRules.set(accessRule, call)
    return
  }
  if (accessRule === 'login') unit.emit({ event: 'callWithoutSession', call, condition }, at, path)
  else unit.emit({ event: 'notRequired', call, accessRule }, at, path)
}

/** Key of a proof: of the rule for any call, or for the call that the step names. */
export const proofOf = (accessRule: string, call?: string): string =>
  call === undefined ? accessRule : `${accessRule} ${call}`

/**
 * Checks that an earlier step gave each proof that a call needs, and that the payload contains it; a proof is valid for one call.
 * `sent`: the members of the payload.
 */
export function checkProofs(
  call: Pick<Call, 'id' | 'needs' | 'stepUp' | 'payload'>,
  at: JsonNode,
  { unit, path }: CompileContext,
  proved: ReadonlySet<string>,
  sent: ReadonlyMap<string, unknown> = new Map(),
): void {
  for (const proof of [...call.needs, ...(call.stepUp ? [STEP_UP] : [])]) {
    const steps = [...unit.contract.actions.values()].filter((action) => action.proves === proof)
    if (steps.length === 0 || !needsProof(call, proof, sent)) continue
    if (proved.has(proof) || proved.has(proofOf(proof, call.id))) {
      for (const [field, schema] of Object.entries(call.payload.properties ?? {}))
        if (schema['x-proof'] === proof && !call.payload.required?.includes(field) && !sent.has(field))
          unit.emit({ event: 'proofNotSent', call: call.id, field }, at, path)
      continue
    }
    unit.emit(
      {
        event: 'proofMissing',
        call: call.id,
        accessRule: proof,
        isOther: [...proved].some((other) => other.startsWith(proofOf(proof, ''))),
        action: steps[0]?.name ?? '',
      },
      at,
      path,
    )
  }
}
