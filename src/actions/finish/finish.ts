import type { FinishArgs } from '../../generated/actions/finish.ts'
import type { Action } from '../contract.ts'

export default {
  run({ value }, context) {
    context.finish(value)
    return {}
  },
} satisfies Action<FinishArgs>
