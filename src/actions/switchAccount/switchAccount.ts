import type { SwitchAccountArgs } from '../../generated/actions/switchAccount.ts'
import type { Action } from '../contract.ts'
import { settled } from '../settled.ts'

export default {
  async run({ mode }, context) {
    return settled(await context.switchAccount(mode), context)
  },
} satisfies Action<SwitchAccountArgs>
