import type { Call } from './contract.ts'
import type { Range, JsonNode } from './source.ts'
import type { CompileContext } from './compileContext.ts'
import { provesRule } from './infer/facts.ts'
import accessNeeded from '../check/rules/access-needed.ts'
import loginNeeded from '../check/rules/login-needed.ts'
import proofNeeded from '../check/rules/proof-needed.ts'

/** Checks that the access rules of a call are proved by the access of the screen or by a condition. A part passes the requirement to its users. */
export function checkCallAccess(
  call: Pick<Call, 'id' | 'auth' | 'needs'>,
  at: JsonNode | Range,
  path: string,
  context: CompileContext,
): void {
  if (call.auth) checkRule('login', call.id, at, path, context)
  for (const accessRule of call.needs) checkRule(accessRule, call.id, at, path, context)
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
): void {
  if (ended !== undefined) {
    unit.report(
      loginNeeded,
      at,
      path,
      `"${call}" needs a session, and "${ended}" ends the session before this step.`,
      'Move this step before the one that ends the session.',
    )
    return
  }
  if (unit.access.has(accessRule) || provesRule(accessRule, scope.facts)) return
  if (unit.kind === 'part') {
    unit.requiredRules.set(accessRule, call)
    return
  }
  if (accessRule === 'login')
    unit.report(
      loginNeeded,
      at,
      path,
      `"${call}" needs a session, and this screen opens without one.`,
      'Add "access": ["login"] to the screen, or "visible": "=session.loggedIn" to this node.',
    )
  else
    unit.report(
      accessNeeded,
      at,
      path,
      `"${call}" requires the access rule "${accessRule}", and the screen does not.`,
      `Add "${accessRule}" to the screen's "access".`,
    )
}

/** Key of a proof: of the rule for any call, or for the call that the step names. */
export const proofOf = (accessRule: string, call?: string): string =>
  call === undefined ? accessRule : `${accessRule} ${call}`

/** Checks that an earlier step gave each proof that a call needs; a proof is valid for one call. */
export function checkProofs(
  call: Pick<Call, 'id' | 'needs'>,
  at: JsonNode,
  { unit, path }: CompileContext,
  proved: ReadonlySet<string>,
): void {
  for (const accessRule of call.needs) {
    const steps = [...unit.contract.actions.values()].filter((action) => action.proves === accessRule)
    if (steps.length === 0 || proved.has(accessRule) || proved.has(proofOf(accessRule, call.id))) continue
    unit.report(
      proofNeeded,
      at,
      path,
      `"${call.id}" needs the proof of "${accessRule}", and no step before it obtains the proof${[...proved].some((one) => one.startsWith(proofOf(accessRule, ''))) ? ' for this call' : ''}.`,
      `Put the call into "onSuccess" of {"action": "${steps[0]?.name ?? ''}", …}.`,
    )
  }
}
