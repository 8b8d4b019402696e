import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { operatorContract } from '../../../generated/operatorApi/contract.ts'
import type { AuditEntry } from '../../../generated/operatorApi/calls.ts'
import type { Tables } from '../../db.ts'
import type { Change, OperatorRequest } from './handler.ts'
import type { AuditRow, OperatorRow } from './tables.ts'

/** Longest value of a field of a request that is stored. */
const MAX_VALUE = 1000

/** Fields of a request without secrets; of structured and long ones only the length. */
function storedRequest({ call, payload }: Pick<OperatorRequest, 'call' | 'payload'>): string {
  const { secrets } = operatorContract[call]
  const fields = Object.entries(payload).filter(([name]) => !secrets.includes(name))
  return JSON.stringify(
    Object.fromEntries(
      fields.map(([name, value]) => {
        const length = JSON.stringify(value)?.length ?? 0
        return [name, length > MAX_VALUE ? `(${length} characters)` : value]
      }),
    ),
  )
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** The user that a request names. */
const userOf = ({ user }: Readonly<Record<string, unknown>>): string | null => (typeof user === 'string' ? user : null)

/** Adds a row to the audit log, in the transaction of `db`. `result`: "ok" or the code of the refusal. */
export async function logCall(
  db: Kysely<Tables>,
  request: Pick<OperatorRequest, 'call' | 'payload' | 'ip' | 'context'> & {
    operator: Pick<OperatorRow, 'id' | 'name'> | null
  },
  result: string,
  { user, target, before, after }: Change = {},
): Promise<void> {
  const { call, payload, ip, operator, context } = request
  const { reason, note } = payload
  const why = reason ?? note
  await db
    .insertInto('operator_audit')
    .values({
      operator_id: operator?.id ?? null,
      operator: operator?.name ?? null,
      call,
      user_id: user ?? userOf(payload),
      target: target ?? null,
      result,
      reason: typeof why === 'string' ? why : null,
      request: storedRequest(request),
      before: json(before),
      after: json(after),
      address: ip,
      created: context.clock.now(),
    })
    .execute()
}

export const auditEntity = (row: AuditRow): AuditEntry => ({
  seq: Number(row.seq),
  time: asUnixSeconds(row.created),
  operator: row.operator,
  call: row.call,
  user: row.user_id,
  target: row.target,
  result: row.result,
  reason: row.reason,
  request: row.request,
  before: row.before,
  after: row.after,
  address: row.address,
})
