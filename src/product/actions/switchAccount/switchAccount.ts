import type { SwitchAccountArgs } from '../../../generated/actions/switchAccount.ts'
import type { Action } from '../../../engine/actions/action.ts'
import { resultToBranch } from '../../../engine/actions/resultToBranch.ts'

export default {
  async run({ mode }, context) {
    return resultToBranch(await context.switchAccount(mode), context)
  },
} satisfies Action<SwitchAccountArgs>
