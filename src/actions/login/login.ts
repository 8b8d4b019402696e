import type { LoginArgs } from '../../generated/actions/login.ts'
import type { Action } from '../contract.ts'
import { settled } from '../settled.ts'

export default {
  async run({ token }, context) {
    return settled(await context.login({ token }), context)
  },
} satisfies Action<LoginArgs>
