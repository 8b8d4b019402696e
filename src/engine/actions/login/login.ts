import type { LoginArgs } from '../../../generated/actions/login.ts'
import type { Action } from '../action.ts'
import { resultToBranch } from '../resultToBranch.ts'

export default {
  async run({ token }, context) {
    return resultToBranch(await context.login({ token }), context)
  },
} satisfies Action<LoginArgs>
