import type { RefreshArgs } from '../../../generated/actions/refresh.ts'
import type { Action } from '../action.ts'

export default {
  async run({ queries }, context) {
    await context.refresh(queries)
    return {}
  },
} satisfies Action<RefreshArgs>
