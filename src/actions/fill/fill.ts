import type { FillArgs } from '../../generated/actions/fill.ts'
import type { Action } from '../contract.ts'

export default {
  run({ form, values = {}, clear = [] }, context) {
    context.fill(form, values as Record<string, unknown>, clear)
    return {}
  },
} satisfies Action<FillArgs>
