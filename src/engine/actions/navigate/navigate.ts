import type { NavigateArgs } from '../../../generated/actions/navigate.ts'
import type { Action } from '../action.ts'

export default {
  run({ to, params, replace }, context) {
    context.navigate(to, params ?? {}, replace ? 'replace' : 'push')
    return {}
  },
} satisfies Action<NavigateArgs>
