import type { RefreshArgs } from '../../generated/actions/refresh.ts'
import type { Action } from '../contract.ts'

export default {
  async run({ data }, context) {
    await context.refresh(data)
    return {}
  },
} satisfies Action<RefreshArgs>
