import type { CallArgs } from '../../../generated/actions/call.ts'
import type { Action } from '../action.ts'
import { resultToBranch } from '../resultToBranch.ts'

export default {
  async run({ call, payload, silent }, context) {
    return resultToBranch(await context.call(call, payload ?? {}, silent ? { silent } : undefined), context, silent)
  },
} satisfies Action<CallArgs>
