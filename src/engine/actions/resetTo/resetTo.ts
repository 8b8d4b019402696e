import type { ResetToArgs } from '../../../generated/actions/resetTo.ts'
import type { Action } from '../action.ts'

export default {
  run({ to, params }, context) {
    context.navigate(to, params ?? {}, 'reset')
    return {}
  },
} satisfies Action<ResetToArgs>
