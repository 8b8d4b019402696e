import type { BackArgs } from '../../../generated/actions/back.ts'
import type { Action } from '../action.ts'

export default {
  run({ steps, fallback }, context) {
    context.back(steps ?? 1, fallback)
    return {}
  },
} satisfies Action<BackArgs>
