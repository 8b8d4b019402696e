import type { CallArgs } from '../../generated/actions/call.ts'
import type { Action } from '../contract.ts'
import { settled } from '../settled.ts'

export default {
  async run({ call, payload, silent }, context) {
    return settled(await context.call(call, payload ?? {}, silent ? { silent } : undefined), context, silent)
  },
} satisfies Action<CallArgs>
