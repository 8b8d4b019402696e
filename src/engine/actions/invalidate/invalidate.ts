import type { InvalidateArgs } from '../../../generated/actions/invalidate.ts'
import type { Action } from '../action.ts'

export default {
  run({ calls }, context) {
    context.invalidate(calls)
    return {}
  },
} satisfies Action<InvalidateArgs>
