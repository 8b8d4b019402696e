import type { RelaunchArgs } from '../../generated/actions/relaunch.ts'
import type { Action } from '../contract.ts'

export default {
  run({ to, params }, context) {
    context.navigate(to, params ?? {}, 'relaunch')
    return {}
  },
} satisfies Action<RelaunchArgs>
