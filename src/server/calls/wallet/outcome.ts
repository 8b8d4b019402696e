import type { Handler } from '../../api/handler.ts'
import { resolveOrVoid } from '../../api/idempotency.ts'
import { contract } from '../../../generated/contract.ts'
import type { CallId } from '../../../generated/calls.ts'

const handler: Handler<'wallet/outcome'> = async ({ key }, { user, context }) => {
  const call = await resolveOrVoid(context, user.id, key)
  return { done: call !== null, success: call === null ? null : (contract[call as CallId].success ?? null) }
}
export default handler
