import type { ReturnResultArgs } from '../../../generated/actions/returnResult.ts'
import type { Action } from '../action.ts'

export default {
  run({ value }, context) {
    context.returnResult(value)
    return {}
  },
} satisfies Action<ReturnResultArgs>
