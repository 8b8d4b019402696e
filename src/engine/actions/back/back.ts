import type { BackArgs } from '../../../generated/actions/back.ts'
import type { Action } from '../action.ts'

export default {
  run({ steps }, context) {
    context.back(steps ?? 1)
    return {}
  },
} satisfies Action<BackArgs>
