import type { InvalidateArgs } from '../../generated/actions/invalidate.ts'
import type { Action } from '../contract.ts'

export default {
  run({ calls }, context) {
    context.invalidate(calls)
    return {}
  },
} satisfies Action<InvalidateArgs>
