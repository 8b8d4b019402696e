import type { CallId } from '../../../generated/calls.ts'
import { contract } from '../../../generated/contract.ts'
import type { Handlers } from '../../handler.ts'
import { resolveOrVoid } from './idempotency.ts'

export const calls = {
  status: (_, { context: { operator, clock } }) => ({
    name: operator.app.shortName,
    time: clock.now(),
    sandbox: operator.app.sandbox,
  }),

  'wallet/outcome': async ({ key }, { user, context }) => {
    const call = await resolveOrVoid(context, user.id, key)
    return { done: call !== null, success: call === null ? null : (contract[call as CallId].success ?? null) }
  },
} satisfies Partial<Handlers>
