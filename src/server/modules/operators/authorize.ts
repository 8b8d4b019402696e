import { operatorContract } from '../../../generated/operatorApi/contract.ts'
import type { OperatorCallId } from '../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../context.ts'
import { countDelayedAttempt, refundAttempt } from '../../kit/attempts.ts'
import { isKey } from '../../kit/publishing/key.ts'
import { permissionsOf } from './accounts.ts'
import { refuseOperator } from './refusal.ts'
import { operatorSessionOf, type OperatorSessionState } from './sessions.ts'
import type { OperatorRow } from './tables.ts'

/** A wrong key delays the next one of its address; publishing counts the same attempts. */
const WRONG_KEYS = { free: 20, longest: 60, seconds: 900 }

/** Throws `wrongKey`, or `tooManyRequests` after several wrong ones. */
export async function checkOperatorKey(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  key: string,
  given: string,
  ip: string,
): Promise<void> {
  const counter = `operator ${ip}`
  await countDelayedAttempt(db, clock.now(), counter, WRONG_KEYS)
  if (!isKey(key, given)) throw refuseOperator('wrongKey')
  await refundAttempt(db, counter)
}

/** Throws `permissionDenied` unless a role of the operator has the permission that the call needs. */
export function checkPermission(call: OperatorCallId, operator: Pick<OperatorRow, 'roles'>): void {
  const { permission } = operatorContract[call]
  if (permission !== undefined && !permissionsOf(operator).includes(permission))
    throw refuseOperator('permissionDenied', { permission })
}

/** The session of a request, if it permits the call apart from its permission. Throws `sessionExpired` and `setupRequired`. */
export async function sessionFor(
  context: Pick<ServerContext, 'db' | 'clock'>,
  call: OperatorCallId,
  token: string,
): Promise<OperatorSessionState> {
  const session = await operatorSessionOf(context, token)
  if (!session) throw refuseOperator('sessionExpired')
  if (session.setup && operatorContract[call].session === 'full') throw refuseOperator('setupRequired')
  return session
}

/** Checks session and permission again inside a transaction. Returns the operator as stored. */
export async function checkSessionAgain(
  inside: Pick<ServerContext, 'db' | 'clock'>,
  { call, token }: { call: OperatorCallId; token: string },
): Promise<OperatorRow> {
  const { operator } = await sessionFor(inside, call, token)
  checkPermission(call, operator)
  return operator
}
